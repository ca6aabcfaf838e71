// Plays the page of $argv[2] in Firefox, for TestPageFirefox: a finger touches the first button that goes on.
const { launch } = require("puppeteer-core");
const games = ["Trouble, the printed rules, or other rules", "Trivial Pursuit, Master Game (1981), or other rules", "Trespass (1974)"];
const wanted = 8; // actions of each game

// next is the button that goes on: its words, and the point of the screen where a finger touches it.
function next(game) {
  const keys = document.getElementById("keys"), buttons = [...keys.querySelectorAll("button:not(.back):not(.unseen):not(:disabled)")];
  const says = (text) => buttons.find((b) => b.innerText.trim() === text);
  const face = keys.querySelectorAll(".die")[window.rolls = ((window.rolls ?? -1) + 5) % 6];
  const ends = buttons.filter((b) => b.matches(".end, .choice"));
  const next = says(game) || says("OK") || says("shuffle them") || says("not recorded") || keys.querySelector(".answer.right") || (keys.querySelector(".die[aria-pressed=true]") ? null : face) || ends[0] || buttons[0];
  next.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { left, right, top, bottom } = next.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
  return { words: next.innerText, x, y, free: next.contains(document.elementFromPoint(x, y)) };
}

(async () => {
  const browser = await launch({ browser: "firefox", executablePath: "/usr/bin/firefox", headless: true });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 390, height: 844, hasTouch: true });
    const settle = () => page.waitForFunction(`document.documentElement.dataset.settled === "yes" && !document.getElementById("keys").dataset.busy`);
    await page.goto("file://" + process.argv[2]);
    for (const game of games) {
      await settle();
      const taps = [];
      let text = "";
      const actions = () => (text.match(/^\d+\. .*$/gm) || []).reduce((n, line) => n + line.split(" ").length - 2, 0);
      while (actions() < wanted && taps.length < 100) {
        const { words, x, y, free } = await page.evaluate(next, game);
        if (!free) throw new Error(`${words} is out of reach at ${x}, ${y}`);
        await page.touchscreen.tap(x, y);
        taps.push(words);
        await settle();
        text = await page.evaluate(`document.getElementById("text").value`);
      }
      const verdict = await page.evaluate(`document.getElementById("verdict").textContent`);
      console.log(`${game}: ${actions()} actions in ${taps.length} taps: ${verdict}`);
      if (actions() < wanted || taps.length > 3 * actions() || !verdict.startsWith("No mistakes")) throw new Error(`${taps}\n${text}`);
      await page.evaluate(`document.getElementById("new").click()`);
    }
  } finally { await browser.close(); }
})().catch((err) => { console.error(err.message); process.exit(1); });
