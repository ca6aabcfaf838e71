// The events of the page.
area.addEventListener("input", () => { whole = false; input(); });
area.addEventListener("scroll", scrolled);
area.addEventListener("beforeinput", (e) => {
  if (!whole) return;
  e.preventDefault();
  insert(e.inputType.startsWith("insert") ? e.inputType === "insertLineBreak" ? "\n" : e.data || "" : "");
});
for (const type of ["copy", "cut"]) area.addEventListener(type, (e) => {
  if (!whole) return;
  e.preventDefault();
  e.clipboardData.setData("text/plain", text);
  if (type === "cut") insert("");
});
area.addEventListener("paste", (e) => {
  const put = e.clipboardData.getData("text/plain");
  if (whole || put.length > most) { e.preventDefault(); insert(put); }
});
document.addEventListener("selectionchange", () => { if (document.activeElement === area) moved(); });
new ResizeObserver(mark).observe(area);
const help = () => $("helping").showModal();
// The user can switch off the keys that are letters, here and on the pages that step through a game.
let letters = true;
try { letters = localStorage.getItem("tpnote-letters") !== "off"; } catch { /* they are keys */ }
$("letters").checked = letters;
$("letters").addEventListener("change", (e) => { letters = e.target.checked; try { localStorage.setItem("tpnote-letters", letters ? "" : "off"); } catch { /* until the page is closed */ } });
$("help").addEventListener("click", help);
$("allkeys").addEventListener("click", () => press({ keys: ["f1"] }));
const typing = (e) => /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName);
addEventListener("keydown", (e) => {
  const k = e.key.toLowerCase();
  if ($("helping").open) return;
  if (!(e.ctrlKey || e.metaKey) || e.altKey) {
    if (typing(e)) return;
    const s = screen(), idle = !s || (s.Keys[0] || {}).Key === "u", own = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: toStart, End: () => later(toEnd), F1: help };
    if (letters && idle) Object.assign(own, { n: nextFinding, N: () => $("names").click(), t: () => turn(90), h: help, ...(!s && { "?": help, p: playOn }) });
    const to = e.target === document.body || $("record").contains(e.target);
    if (own[e.key]) own[e.key]();
    else if (s && to && (e.key === "Escape" || letters && e.key.length === 1 && /[\w;:?+@./-]/.test(e.key))) press({ keys: [e.key === "Escape" ? "esc" : e.key] });
    else return;
    e.preventDefault();
    return;
  }
  if (k === "z" || k === "y") { e.preventDefault(); if (k === "z" && !e.shiftKey) undoLast(); else redoLast(); }
  if (k === "s") { e.preventDefault(); save(); }
  if (k === "a" && e.target === area && long()) { e.preventDefault(); selectAll(); }
  if (k === "f" && long()) { e.preventDefault(); $("search").focus(); }
});
$("undo").addEventListener("click", () => { const s = screen(); if (s && (s.Wrong || s.Word)) press({ keys: [s.Wrong ? "esc" : "backspace"] }); else undoLast(); });
$("redo").addEventListener("click", redoLast);
$("more").addEventListener("click", () => { if (screen()) { menu = !menu; keys(); } });
$("names").addEventListener("click", (e) => { e.target.setAttribute("aria-pressed", e.target.getAttribute("aria-pressed") !== "true"); sync(); });
$("save").addEventListener("click", save);
$("link").addEventListener("click", link);
$("picture").addEventListener("click", picture);
$("animation").addEventListener("click", () => exported({ do: "animation" }, "image/gif", ".gif"));
$("lesson").addEventListener("click", () => exported({ do: "lesson" }, "text/html", ".html"));
$("print").addEventListener("click", () => window.print());
$("exportall").addEventListener("click", exportAll);
$("new").addEventListener("click", () => { newLog(); later(() => { $("keys").focus(); }); });
$("logs").addEventListener("toggle", () => { if ($("logs").open) logs(); });
$("play").addEventListener("toggle", () => { if ($("play").open) seats(); });
$("showmoves").addEventListener("click", (e) => {
  $("moves").hidden = !$("moves").hidden;
  e.target.setAttribute("aria-expanded", !$("moves").hidden);
  if (!$("moves").hidden && engine === "ready") later(list, true);
});
$("chapters").addEventListener("change", (e) => { const g = moves.games[e.target.value]; later(() => { caret = unit(g.line + 1, 1); live = false; movesOf = null; lay(); }); });
$("back").addEventListener("click", () => step(-1));
$("on").addEventListener("click", () => step(1));
$("flip").addEventListener("click", () => turn(180));
$("quarter").addEventListener("click", () => turn(90));
$("find").addEventListener("submit", (e) => { e.preventDefault(); search($("search").value); });
for (const id of ["variant", "set"]) $(id).addEventListener("change", () => later(() => { edited++; }));
$("file").addEventListener("change", (e) => { openFiles(e.target.files); e.target.value = ""; });
for (const d of document.querySelectorAll("nav details")) d.addEventListener("toggle", () => { if (d.open) for (const o of document.querySelectorAll("nav details")) if (o !== d) o.open = false; });

// A piece is dragged to a space, or the board is swiped from one action to the next.
let touch = null;
const spaceAt = (e) => { const t = document.elementFromPoint(e.clientX, e.clientY); return t && t.dataset && t.dataset.space !== undefined ? Number(t.dataset.space) : -1; };
$("board").addEventListener("pointerdown", (e) => { touch = { x: e.clientX, y: e.clientY, space: spaceAt(e) }; });
const grips = () => touch && touch.space >= 0 && place.spaces[touch.space].pieces && screen() && drag;
$("board").addEventListener("touchmove", (e) => { if (grips()) e.preventDefault(); }, { passive: false }); // else the page scrolls
addEventListener("pointerup", (e) => {
  if (!touch) return;
  const { x, y, space } = touch, dx = e.clientX - x, dy = e.clientY - y, to = spaceAt(e), gripped = grips();
  touch = null;
  if (gripped && to >= 0 && to !== space) return void drag(space, to);
  if (Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy)) step(dx > 0 ? -1 : 1);
});
addEventListener("pointercancel", () => { touch = null; }); // the browser scrolls
addEventListener("dragover", (e) => e.preventDefault());
addEventListener("drop", (e) => {
  const put = e.dataTransfer.getData("text/plain");
  if (!e.dataTransfer.files.length && e.target === area && put.length <= most) return; // the browser puts it where it is dropped
  e.preventDefault();
  if (e.dataTransfer.files.length) openFiles(e.dataTransfer.files);
  else insert(put);
});
addEventListener("beforeprint", () => { $("printed").textContent = [$("part").textContent, area.value].filter(Boolean).join("\n\n"); });
addEventListener("hashchange", () => location.reload());

document.documentElement.classList.toggle("play", !!first.play);
if (location.hash.startsWith("#log=")) linked().then(start); else start(null);
addEventListener("DOMContentLoaded", begin);
