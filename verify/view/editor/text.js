// The text. The textarea holds all of it, or of a long one the sheet around the caret: a
// browser takes seconds to lay out megabytes.
const most = 60000; // units on a sheet
let sheet = { start: 0, end: 0, line: 0 }, rows = [""], resting = -1;
const lineStart = (at) => at && text.lastIndexOf("\n", at - 1) + 1;
function lineAt(at) {
  let line = 0, i = -1;
  if (at >= sheet.start) { line = sheet.line; i = sheet.start - 1; }
  while ((i = text.indexOf("\n", i + 1)) >= 0 && i < at) line++;
  return line;
}
// edge is where a sheet can begin or end: between lines, unless they are long.
function edge(at) {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  const start = lineStart(at);
  if (at - start < most / 4) return start;
  return /[\uDC00-\uDFFF]/.test(text[at]) ? at - 1 : at;
}
// lay puts the part of the text onto the sheet that a place is in.
function lay(at = caret) {
  const high = lineHigh(), top = sheet.line + area.scrollTop / high, long = text.length > most;
  const start = long ? edge(at - most / 2) : 0, end = long ? edge(at + most / 2) : text.length;
  sheet = { start, end, line: lineAt(start) };
  area.value = text.slice(start, end);
  const within = Math.min(Math.max(caret, start), end) - start;
  area.setSelectionRange(within, within);
  resting = within === caret - start ? -1 : within; // the caret is elsewhere
  listed();
  const down = top - sheet.line;
  area.scrollTop = high * (down >= 0 && down < rows.length ? down : Math.max(0, lineAt(at) - sheet.line - 4));
  mark();
}
// listed follows what is on the sheet.
function listed() {
  rows = area.value.split("\n");
  const all = sheet.start === 0 && sheet.end === text.length;
  const selected = whole ? "The whole log is selected. " : "";
  $("part").textContent = all ? "" : `${selected}Lines ${sheet.line + 1} to ${sheet.line + rows.length} of a long log; scroll for the others.`;
}
function scrolled() {
  const down = area.scrollHeight - area.clientHeight;
  if (area.scrollTop <= 0 && down > 0 && sheet.start > 0) lay(sheet.start);
  else if (area.scrollTop >= down - 1 && down > 0 && sheet.end < text.length) lay(sheet.end);
  else mark();
}
const lineHigh = () => parseFloat(getComputedStyle(area).lineHeight);
// mark underlines what the findings are about, on the lines that are seen.
function mark() {
  const high = lineHigh(), from = Math.max(0, Math.floor(area.scrollTop / high) - 2), to = Math.min(rows.length, from + Math.ceil(area.clientHeight / high) + 4);
  const marks = $("marks");
  marks.replaceChildren();
  const seen = make(marks, "div");
  seen.style.transform = `translate(${-area.scrollLeft}px,${from * high - area.scrollTop}px)`;
  let begins = from === 0 ? sheet.start : unit(sheet.line + from + 1, 1);
  for (let i = from; i < to; i++) {
    const row = make(seen, "div"), line = rows[i];
    let at = 0;
    for (const x of (places.get(sheet.line + i) || []).slice().sort((a, b) => a.column - b.column)) {
      const start = Math.max(at, unit(x.line, x.column) - begins), end = Math.max(start, unit(x.line, x.endColumn) - begins);
      row.append(line.slice(at, start));
      make(row, "mark", line.slice(start, end) || " ", { class: x.severity });
      at = end;
    }
    row.append(line.slice(at) || " ");
    begins += line.length + 1;
  }
}
// edit puts other text in the place of the units from start to end. It returns the edit that
// takes it back.
function edit(start, end, put) {
  const back = { start, end: start + put.length, text: text.slice(start, end) };
  text = text.slice(0, start) + put + text.slice(end);
  same = [Math.min(same[0], start), Math.min(same[1], text.length - back.end)];
  if (start < sheet.start) sheet = { start: 0, end: 0, line: 0 };
  if (raw) raw = sent = null; // the engine has to have the text as the page has it
  caret = back.end;
  live = ends();
  edited++;
  return back;
}
// ends reports whether the log ends where the caret is.
const ends = () => text.length - caret < 1000 && text.slice(caret).trim() === "";
// write edits the text. Several edits can be one step, which Undo takes back as a whole.
function write(...edits) {
  const step = edits.filter((e) => e.start !== e.end || e.text !== "").map((e) => edit(e.start, e.end, e.text)).reverse();
  if (!step.length) return;
  undo.push(step);
  redo.length = typed = 0;
  lay();
}
// toEnd goes to where the log ends.
function toEnd() {
  caret = text.length;
  live = true;
  lay();
  area.scrollTop = area.scrollHeight;
}
// replace puts another text in the place of the text.
function replace(after) {
  write(change(text, after));
}
// insert puts text in the place of what is selected.
function insert(put) {
  const [start, end] = whole ? [0, text.length] : [sheet.start + area.selectionStart, sheet.start + area.selectionEnd];
  whole = false;
  later(() => write({ start, end, text: put.replace(/\r\n?/g, "\n") }));
}
// input follows what is typed; letters typed in a row are taken back as one.
let typed = 0;
function input() {
  const e = change(text.slice(sheet.start, sheet.end), area.value), now = performance.now();
  const back = edit(sheet.start + e.start, sheet.start + e.end, e.text), step = undo[undo.length - 1], before = step && step.length === 1 && step[0];
  if (now - typed < 1000 && before && before.text === "" && back.text === "" && before.end === back.start) before.end = back.end;
  else undo.push([back]);
  redo.length = 0;
  typed = now;
  resting = -1;
  sheet.end += e.text.length - back.text.length;
  if (sheet.end - sheet.start > 2 * most) lay();
  else { listed(); mark(); }
  sync();
  keys();
}
// back takes the last step of a list back, and puts the step that undoes this on the other.
function back(list, other, none) {
  later(() => {
    const step = list.pop();
    if (!step) return void say(none);
    other.push(step.map((e) => edit(e.start, e.end, e.text)).reverse());
    tookBack = list === undo;
    typed = 0;
    lay();
  });
}
const undoLast = () => { paused = true; back(undo, redo, "There is nothing left to take back."); }, redoLast = () => back(redo, undo, "There is nothing left to bring back.");
function moved() {
  const at = sheet.start + area.selectionStart;
  if (whole && area.selectionEnd - area.selectionStart < sheet.end - sheet.start) { whole = false; listed(); }
  if (at === caret || area.selectionStart === resting) return;
  resting = -1;
  caret = at;
  const was = live;
  live = ends();
  if (!live || !was) sync();
}

// A long log has only a sheet of it in the textarea, so the page itself selects, copies, deletes and
// searches the whole of it.
let whole = false;
const long = () => sheet.start > 0 || sheet.end < text.length;
function selectAll() {
  whole = true;
  area.select();
  listed();
}
// search goes to the next place of some words after the caret, or to the first of the log.
function search(words) {
  if (!words) return;
  const low = text.toLowerCase(), from = caret + (text.slice(caret, caret + words.length).toLowerCase() === words.toLowerCase() ? 1 : 0);
  let at = low.indexOf(words.toLowerCase(), from);
  if (at < 0) at = low.indexOf(words.toLowerCase());
  if (at < 0) return void say(`The log does not contain ${words}.`);
  say("");
  visit(at, at + words.length);
}
// visit goes to a part of the text, and selects it.
function visit(start, end, focus) {
  if (start < sheet.start || end > sheet.end) { caret = start; lay(); }
  if (focus) area.focus();
  area.setSelectionRange(start - sheet.start, end - sheet.start);
  area.scrollTop = Math.max(0, (lineAt(start) - sheet.line - 4) * lineHigh());
  caret = start;
  live = ends();
  sync();
}
