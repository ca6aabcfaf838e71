// Reading: the position, the list of moves, and the ways to step through them.
function showPlace(p, old) {
  place = old ? { ...p, screen: null } : p;
  if (p.live) live = true;
  $("drawn").innerHTML = p.board; // drawn by the engine, which escapes the words of a log
  $("board").parentElement.hidden = !p.board;
  $("describe").textContent = p.describe;
  $("heading").textContent = p.heading;
  $("said").textContent = p.said;
  $("clock").textContent = p.clock;
  const list = $("players-list");
  list.replaceChildren();
  for (const [i, x] of p.players.entries()) {
    const li = make(list, "li", "", { class: (i === p.actor ? "actor" : "") + (x.won ? " won" : "") });
    make(li, "span", "", { class: "dot" }).style.background = x.colour;
    make(make(li, "b"), "bdi", x.name);
    make(li, "span", x.has, { class: "has" });
    if (i === p.actor) li.setAttribute("aria-current", "true");
  }
  table(p);
  here();
  if (!old) keys();
}
// table gives the board as a table of names.
function table(p) {
  const body = $("spaces");
  body.replaceChildren();
  for (const s of (p.spaces || []).filter((s) => s.pieces)) {
    const row = make(body, "tr");
    make(row, "th", s.name, { scope: "row" });
    make(row, "td", s.pieces);
  }
}
// elsewhere are the buttons at a place before the end of the log.
function elsewhere(box) {
  const row = make(box, "div", "", { class: "row" });
  if (place.board) button(row, "Go to where the log ends", {}, () => later(toEnd));
  if (place.position) button(row, "Play on from here", {}, playOn);
  if (place.board && place.said) button(row, "Play another move here", {}, another);
}
// playOn begins a log at the position of the board.
async function playOn() {
  if (!place || !place.position) return;
  if (movesOf !== sent) await list();
  const from = unit(moves.games[moves.game].line + 1, 1), head = text.slice(from).split(/\n(?=\s*(?:\d+\. |order |place |state ))/)[0];
  const tags = (head.match(/^\[(Game|Variant|Players|Sides) .*\]$/gm) || []).join("\n");
  open({ name: name.replace(/(\.[^.]*)?$/, "-played$1"), text: `${tags}\n[Setup "${place.position}"]\n\n`, crlf: false, played: { dice: "chance", who: others() }, files });
  later(() => { edited++; });
}
// another lets the recorder write another move for the action that the board shows: a side line.
async function another() {
  if (movesOf !== sent) await list();
  const s = moves.steps[current()];
  if (!s) return;
  later(async () => {
    if (stale()) return true;
    const p = await ask({ do: "branch", line: s.line, at: s.at, names: $("names").getAttribute("aria-pressed") === "true" });
    looked = version;
    showPlace(p);
  }, true);
}

// The list of moves: chapters, turns, comments.
let moves = null, movesOf = null;
async function list() {
  const of = sent, m = await ask({ do: "moves", line: live ? -1 : lineAt(caret) });
  movesOf = of;
  moves = m;
  const chapters = $("chapters");
  chapters.parentElement.hidden = m.games.length < 2;
  chapters.replaceChildren();
  m.games.forEach((g, i) => { const o = make(chapters, "option", `${i + 1}. ${g.players || g.title} ${g.result}`, { value: i }); o.selected = i === m.game; });
  const ol = $("steps");
  ol.replaceChildren();
  let turn = null, row = null;
  m.steps.forEach((s, i) => {
    const key = s.comment ? null : [s.line, s.side].join();
    if (s.comment || key !== turn) {
      row = make(ol, "li", "", { class: s.side ? "side" : "" });
      if (!s.comment) make(row, "span", `${s.turn}. ${s.who} `, { class: "who" });
    }
    turn = key;
    if (s.comment) comment(row, s);
    else button(row, s.word, { class: "step", "data-step": i }, () => goStep(i));
  });
  here();
}
const placeOf = (s) => { const start = unit(s.line + 1, 1); return start + new TextDecoder().decode(bytes(text.slice(start, start + 4000)).subarray(0, s.at)).length; };
function goStep(i) {
  const s = moves.steps[i];
  if (!s) return;
  later(() => { caret = placeOf(s); live = false; lay(); area.scrollTop = Math.max(0, (s.line - sheet.line - 4) * lineHigh()); });
}
// current is the step that the board shows; -1 before the first.
function current() {
  if (!moves) return -1;
  const steps = moves.steps.filter((s) => !s.comment);
  if (live) return moves.steps.indexOf(steps.filter((s) => !s.side).pop());
  const line = lineAt(caret), at = bytes(text.slice(lineStart(caret), caret)).length;
  return moves.steps.findLastIndex((s) => !s.comment && (s.line < line || s.line === line && s.at <= at));
}
// here marks the step that the board shows.
function here() {
  const i = current();
  for (const b of $("steps").querySelectorAll("[aria-current]")) b.removeAttribute("aria-current");
  const b = i >= 0 && $("steps").querySelector(`[data-step="${i}"]`);
  if (!b) return;
  b.setAttribute("aria-current", "step");
  const box = $("steps"), top = b.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
}
// step goes some actions forward or back; past the last it goes to where the log ends.
async function step(by) {
  if (engine !== "ready" || running) return;
  if (movesOf !== sent) await list();
  let i = current();
  if (live && by > 0) return;
  do { i += by; } while (moves.steps[i] && moves.steps[i].comment);
  if (by > 0 && !moves.steps.slice(i + 1).some((s) => !s.comment)) return void later(toEnd);
  if (i >= 0) return goStep(i);
  toStart();
}
// toStart goes to the position from which the game starts.
async function toStart() {
  if (engine !== "ready" || running) return;
  if (movesOf !== sent) await list();
  const line = moves.steps.length ? moves.steps[0].line : 0;
  later(() => { caret = Math.max(0, unit(line + 1, 1) - 1); live = false; lay(); });
}
// comment shows a comment, which wraps; a tap makes it a field.
function comment(row, s) {
  const b = button(row, s.comment, { class: "comment", "aria-label": "Comment: " + s.comment + ". Edit" }, () => {
    const area = make(row, "textarea", "", { "aria-label": "Comment", rows: 3 });
    area.value = s.comment;
    b.hidden = true;
    area.focus();
    area.addEventListener("blur", () => {
      const put = area.value.replace(/\s*\n\s*/g, " ").trim();
      area.remove();
      b.hidden = false;
      if (put === s.comment) return;
      const start = unit(s.line + 1, 1), end = (text.indexOf("\n", start) + 1 || text.length + 1) - 1;
      later(() => write({ start, end, text: put ? "; " + put : "" }));
    });
  });
}
// turn turns the board by a quarter; flip shows it from the other side of the table.
let turned = 0;
function turn(by) {
  turned = (turned + by) % 360;
  $("board").style.setProperty("--turn", turned + "deg");
}
