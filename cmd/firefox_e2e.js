// Plays the page of $argv[2] in Firefox, for TestPageFirefox: every tap is the first button that goes on.
const { launch } = require("puppeteer-core");
const games = ["Trouble, the printed rules, or other rules", "Trivial Pursuit, Master Game (1981), or other rules", "Trespass (1974)"];
const wanted = 8; // actions of each game

// tap taps what goes on, and says whether that was part of an action.
function tap(game) {
  const keys = document.getElementById("keys"), buttons = [...keys.querySelectorAll("button:not(.back):not(.unseen):not(:disabled)")];
  const says = (text) => buttons.find((b) => b.innerText.trim() === text);
  const face = keys.querySelectorAll(".die")[window.rolls = ((window.rolls ?? -1) + 5) % 6];
  const ends = buttons.filter((b) => b.matches(".end, .choice"));
  const next = says(game) || says("OK") || says("shuffle them") || says("not recorded") || keys.querySelector(".answer.right") || (keys.querySelector(".die[aria-pressed=true]") ? null : face) || ends[0] || buttons[0];
  next.click();
  return next.innerText;
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
        taps.push(await page.evaluate(tap, game));
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
