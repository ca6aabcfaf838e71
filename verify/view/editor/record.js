// Recording: the page shows the screen of the engine's recorder, which the terminal has too, and
// gives it keys. A tap on an option or a space is a key, or several.
const screen = () => place && (place.live || place.branch) && looked === version ? place.screen : null;
let pressing = false;        // the recorder has not answered yet: other taps do nothing
let from = -1;               // the space of a piece that was tapped, where a move needs both ends
let menu = false;            // the buttons for everything that is not a move

// press gives the recorder an option, from 1, or keys; it returns whether it took them.
async function press(request) {
  if (pressing || engine !== "ready" || !screen()) return false;
  pressing = true;
  from = -1;
  menu = false;
  $("keys").dataset.busy = "yes";
  await new Promise((done) => later(async () => {
    if (raw) { raw = sent = null; return true; }
    const before = text;
    const reply = await ask({ do: "press", line: lineAt(caret), ...request });
    if (text !== before) sent = null; // typed meanwhile: the engine takes the text of the page
    else follow(reply);
    pressing = false;
    done();
  }, true));
  return true;
}
// follow makes what the recorder did: its edits, its findings, its screen.
function follow(reply) {
  place = { ...place, screen: reply.Screen };
  sealed = reply.Sealed || [];
  if (!reply.Edits) {
    looked = version;
    return keys();
  }
  paused = false;
  const step = [];
  for (const e of reply.Edits) {
    const all = bytes(text), start = units(all.subarray(0, e.Start)), end = units(all.subarray(0, e.End));
    step.unshift(edit(start, end, e.Text));
  }
  undo.push(step);
  redo.length = typed = 0;
  judged = brought();
  if (place.branch) {
    caret = step[0].end - "\n)\n".length;
    live = false;
    lay();
  } else toEnd();
  showFound(reply.Found);
  keep(); // before the page shows it
}
const type = (words) => press({ keys: [...words].map((c) => c === " " ? "space" : c).concat("enter") });

// keys are the buttons that record the next action.
function keys() {
  const box = $("keys"), focused = box.contains(document.activeElement);
  delete box.dataset.busy;
  $("lit").replaceChildren();
  $("more").setAttribute("aria-expanded", menu);
  if (engine !== "ready" || !place) return box.replaceChildren();
  if (looked !== version) { box.dataset.busy = "yes"; return; }
  box.replaceChildren();
  if (!place.live && !place.branch) return elsewhere(box);
  const s = place.screen;
  if (!s) return;
  if (menu) { more(box); return; }
  if (s.Help) { make(box, "pre", s.Help); button(box, "◀ back", { class: "back" }, () => press({ keys: ["esc"] })); return; }
  const rolled = (/^[1-6?](?=$|[: ?])/.exec(s.Word) || [""])[0];
  if (s.Rolls || rolled) dice(box, s, rolled);
  const head = make(box, "div", "", { class: "asks" });
  if (s.Keys.some((k) => k.Key === "esc" && k.Does !== "leave")) button(head, s.Word ? `◀ ${s.Word}` : "◀ back", { class: "back" }, () => press({ keys: [s.Wrong || !s.Word ? "esc" : "backspace"] }));
  make(head, "h3", s.Ask, { id: "ask" });
  for (const w of s.Wrong || []) make(box, "p", w, { class: "why", role: "alert" });
  if (s.Wrong) return refused(box, s);
  const actor = place.players[place.actor];
  if (actor && s.Rolls && s.Unseen && !s.Head.includes(actor.name)) make(box, "p", s.Head, { class: "notice", role: "status" });
  for (const said of s.Said || []) if (!place.said || !said.includes(place.said)) make(box, "p", said, { class: "notice", role: "status" });
  if (s.Slots) slots(box, s);
  options(box, s);
  if (s.Numbers) numbers(box, s);
  else if (s.Types && !s.Slots) answer(box, s);
  if (s.Rolls && !s.Unseen) button(make(box, "div", "", { class: "row apart" }), "not rolled", { class: "unseen" }, () => press({ keys: ["enter"] }));
  if (s.Unseen) button(make(box, "div", "", { class: "row apart" }), "not seen", { class: "unseen" }, () => press({ keys: ["?"] }));
  board(s);
  const next = s.Rolls ? ".die" : ".end, .choice, .answer";
  if (focused) (box.querySelector(next) || box.querySelector("button:not(.back):not(:disabled)") || box).focus({ preventScroll: true });
}
// dice are always in the same place: six faces, and the one that was rolled.
function dice(box, s, rolled) {
  const row = make(box, "div", "", { class: "dice", role: "group", "aria-label": s.Ask });
  for (let n = 1; n <= 6; n++) {
    button(row, String(n), { class: "die", "aria-label": "Rolled " + n, "aria-pressed": rolled === String(n) }, () => press({ keys: s.Rolls ? [String(n)] : ["esc", String(n)] }));
  }
  if (s.Rolls && played.dice === "chance") button(row, "Roll", { class: "die chance" }, () => press({ keys: [String(1 + Math.floor(Math.random() * 6))] }));
}
// options are the ends of a move, with right and wrong beside them; or the answers to a question.
function options(box, s) {
  const list = s.Options || [];
  const answers = list.some((o) => o.Text === "right");
  const row = make(box, "div", "", { class: list.some((o) => o.Asks) ? "ends" : answers ? "row answers" : "row options" });
  list.forEach((o, i) => {
    const pick = (...keys) => press({ pick: i + 1, keys });
    const space = o.Moves ? o.Choice.To : -1;
    const b = button(row, o.Text, { class: o.Asks ? "end" : answers ? "answer " + o.Text : "choice", title: [o.Text, o.Mark].join(" ").trim() }, () => pick());
    if (o.Asks) {
      button(row, "right", { class: "answer right", "aria-label": o.Text + ": right" }, () => pick("+"));
      button(row, "wrong", { class: "answer wrong", "aria-label": o.Text + ": wrong" }, () => pick("-"));
    }
    if (space >= 0) for (const type of ["mouseenter", "focus"]) b.addEventListener(type, () => glow(space));
  });
}
// slots are the squares of a player's pieces in the opening, row by row: a tap on a number puts it onto
// the square that is chosen, which is at first the next that is free. The recorder gets all of them.
let dealt = { ask: "" };
function slots(box, s) {
  const squares = s.Slots.filter((w) => w !== "/");
  if (dealt.ask !== s.Ask) dealt = { ask: s.Ask, on: squares.map(() => ""), at: 0 };
  const { on } = dealt, rows = make(box, "div", "", { class: "squares", role: "group", "aria-label": s.Ask });
  rows.style.gridTemplateColumns = `repeat(${s.Slots.indexOf("/") > 0 ? s.Slots.indexOf("/") : squares.length}, 1fr)`;
  on.forEach((n, i) => button(rows, n || "·", { "aria-label": `Square ${i + 1}: ${n || "empty"}`, "aria-pressed": i === dealt.at }, () => { dealt.at = i; on[i] = ""; keys(); }));
  make(box, "p", s.Hint, { class: "hint" });
  const row = make(box, "div", "", { class: "row" });
  for (const w of squares.toSorted()) button(row, w, { class: "choice", ...(on.includes(w) && { disabled: "" }) }, () => {
    on[dealt.at] = w;
    dealt.at = on.indexOf("");
    if (dealt.at >= 0) return keys();
    dealt = { ask: "" };
    press({ keys: [...on] });
  });
  if (on.every((n) => !n)) button(make(box, "div", "", { class: "row" }), "exactly as " + s.Slots.join(" "), {}, () => press({ keys: ["enter"] }));
}
// numbers are answers of one digit: a tap chooses one, and another tap another.
function numbers(box, s) {
  const row = make(box, "div", "", { class: "row" });
  for (const n of s.Numbers) button(row, n, { class: "choice" }, () => press({ keys: ["ctrl+u", n] }));
  make(box, "p", s.Hint, { class: "hint" });
  const end = make(box, "div", "", { class: "row" });
  if (s.Typed) button(end, s.Secret ? "Seal it" : `Take ${s.Typed}`, { class: "choice" }, () => press({ keys: ["enter"] }));
  else button(end, "not recorded", {}, () => press({ keys: ["enter"] }));
}
// answer is the line for an answer that is typed.
function answer(box, s) {
  const form = make(box, "form", "", { class: "row" });
  const label = make(form, "label", "");
  make(label, "span", s.Hint || s.Ask, { class: "hint" });
  const input = make(label, "input", "", { autocomplete: "off", spellcheck: "false", type: "text", value: s.Typed + s.After });
  make(form, "button", "OK", { type: "submit" });
  form.addEventListener("submit", (e) => { e.preventDefault(); press({ keys: ["end", "ctrl+u", ...input.value].map((c) => c === " " ? "space" : c).concat("enter") }); });
  if (!s.Options) input.focus({ preventScroll: true });
}
// refused are the ways on after a refusal.
function refused(box, s) {
  const row = make(box, "div", "", { class: "row" });
  for (const k of s.Keys) if (k.Key === "enter" || k.Key === "?") button(row, k.Does, {}, () => press({ keys: [k.Key] }));
  row.firstChild.focus({ preventScroll: true });
}
// more are the keys for everything that is not a move.
function more(box) {
  const row = make(box, "div", "", { class: "row" });
  button(row, "◀ back", { class: "back" }, () => { menu = false; keys(); });
  for (const [key, says] of [["tab", "Another player's turn"], [";", "Comment"], ["s", "Set the position"], ["r", "Allow the last move"], ["l", "A player leaves"], ["g", "Some turns are missing"],
    ["?", "An action was not seen"], [".", "Actions were not written down"], ["w", "Write a line"], ["f1", "All keys"]]) button(row, says, {}, () => press({ keys: key === "?" && place.screen.Rolls ? ["w", "?", "enter"] : [key] }));
  row.children[1].focus({ preventScroll: true });
}

// board makes the spaces tappable: those where a piece can go are lit, and the others say why not.
function board(s) {
  const list = (s.Options || []).map((o, i) => ({ o, i })).filter(({ o }) => o.Moves);
  if (!list.length) return;
  const at = (i) => list.filter(({ o }) => o.Choice.To === i || (o.Also || []).includes(i)), of = (i) => list.filter(({ o }) => o.Choice.From === i);
  place.spaces.forEach((space, i) => {
    const act = () => tap(i);
    const sort = at(i).length ? "target pulse" : i === from ? "target chosen" : "other";
    const e = make($("lit"), "polygon", "", { class: sort, points: space.outline, "data-space": i });
    make(e, "title", at(i).length === 1 ? at(i)[0].o.Text : space.name);
    e.addEventListener("click", act);
  });
  const tap = (i) => {
    const name = place.spaces[i].word;
    if (from >= 0) {
      const both = list.find(({ o }) => o.Choice.From === from && o.Choice.To === i), start = place.spaces[from].word;
      return both ? press({ pick: both.i + 1 }) : type(`${start}-${name}`);
    }
    if (at(i).length === 1) return press({ pick: at(i)[0].i + 1 });
    if (s.Froms && place.spaces[i].pieces) {
      if (of(i).length === 1) return press({ pick: of(i)[0].i + 1 });
      from = i;
      return keys();
    }
    return type(s.Pieces ? (place.spaces[i].pieces || name).toLowerCase() : name);
  };
  drag = async (a, b) => {
    const both = list.find(({ o }) => o.Choice.From === a && o.Choice.To === b);
    if (both && !s.Pieces) return void press({ pick: both.i + 1 });
    if ((s.Pieces || s.Froms) && await tap(a) === false) return;
    if (drag && screen()) $("lit").querySelector(`[data-space="${b}"]`)?.dispatchEvent(new MouseEvent("click"));
  };
}
let drag = null, dragged = -1;
function glow(i) {
  for (const e of $("lit").children) e.classList.toggle("glow", e.dataset.space === String(i));
}

// Played games: who plays each seat, and who rolls the dice.
let played = {}, paused = false;
const plays = (who) => (played.who || {})[who] || "hand";
// others are played by the page, and the player to move by hand.
const others = () => Object.fromEntries(place.players.map((p, i) => [p.name, i === place.actor ? "hand" : "eager"]));
// automatic plays for a seat that is not played by hand.
function automatic() {
  if (first.play && place && !played.who) {
    played = { dice: "chance", who: others() };
    keys();
  }
  const s = screen(), actor = s && place.players[place.actor];
  if (!actor || place.over || paused || menu || pressing || s.Word || plays(actor.name) === "hand" || (s.Keys[0] || {}).Key !== "u") return;
  clearTimeout(automatic.timer);
  automatic.timer = setTimeout(() => { if (screen() === s) press({ do: "play", best: plays(actor.name) === "eager", right: 60 }); }, 500);
}
function seats() {
  const box = $("seats");
  box.replaceChildren();
  const choice = (says, value, values, act) => {
    const select = make(make(box, "label", says + " "), "select");
    for (const [v, text] of values) { const o = make(select, "option", text, { value: v }); o.selected = v === value; }
    select.addEventListener("change", () => { act(select.value); edited++; paused = false; sync(); });
  };
  choice("The dice", played.dice || "hand", [["hand", "are rolled at the table"], ["chance", "are rolled by the page"]], (v) => { played.dice = v; });
  for (const p of place ? place.players : []) choice(p.name, plays(p.name), [["hand", "is played by hand"], ["chance", "plays by chance"], ["eager", "plays well"]], (v) => { played.who = { ...played.who, [p.name]: v }; });
}
