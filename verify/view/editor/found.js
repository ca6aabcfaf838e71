// Findings.
function showFound(f) {
  const list = [];
  for (const g of f.games) for (const x of g.findings) list.push(x);
  const verdict = f.failed ? f.failed[0] : f.of === 0 ? "No game yet" : f.of === 1 && f.games.length ? summary(f.games[0])
    : `${f.of} games, ${f.faulty} with errors` + (f.games.length < f.of ? `; showing game ${f.first} to ${f.first + f.games.length - 1}` : "");
  found = f;
  show(list, verdict);
}
let found = first.found;
const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
// summary describes a game: its verdict in words, its turns and its result.
function summary(g) {
  const errors = g.findings.filter((x) => x.severity === "error").length;
  const verdict = { legal: "No mistakes", incomplete: "No mistakes, but parts are missing", illegal: counted(errors, "mistake"), malformed: counted(errors, "mistake") + ", some in the notation" }[g.verdict];
  return `${verdict} · ${counted(g.turns, "turn")} · ${g.result === "*" ? "not finished" : g.result + (/[=]/.test(g.result) ? " tie" : " won")}`;
}
let announced = new Set(); // findings that a screen reader has read out, or that were there before
const shown = 300; // findings in the list at first
function show(list, verdict) {
  if ($("verdict").textContent !== verdict) $("verdict").textContent = verdict; // which a screen reader announces
  const fresh = list.find((x) => !announced.has(x.code + x.message));
  $("fresh").textContent = fresh ? `${fresh.severity}, line ${fresh.line}: ${fresh.message}` : "";
  announced = new Set(list.map((x) => x.code + x.message));
  places = new Map();
  for (const x of list) {
    if (!places.has(x.line - 1)) places.set(x.line - 1, []);
    places.get(x.line - 1).push(x);
  }
  const ol = $("findings");
  ol.replaceChildren();
  const add = (part) => { for (const x of part) item(ol, x); };
  add(list.slice(0, shown));
  if (list.length > shown) {
    const more = make(ol, "li");
    button(more, `Show ${list.length - shown} more`, {}, () => { more.remove(); add(list.slice(shown)); });
  }
  mark();
}
function item(ol, x) {
  const li = make(ol, "li", "", { class: "finding " + x.severity });
  const head = button(li, "", { class: "plain" }, () => goTo(x));
  make(head, "b", x.severity);
  make(head, "span", ` line ${x.line}: `);
  make(head, "bdi", x.message);
  make(head, "code", " " + x.code);
  if (x.rule) make(li, "p", [x.rule, x.value && "is " + x.value, x.cites.length && "(" + x.cites.join(", ") + ")"].filter(Boolean).join(" "), { class: "rule" });
  if (x.help) { const ul = make(li, "ul"); for (const h of x.help) make(make(ul, "li"), "bdi", h); }
  for (const fix of x.fixes) button(li, "", {}, () => take([fix])).append("Fix: ", make(li, "bdi", fix.message));
  for (const r of x.readings || []) if (r.edits.length) button(li, "", {}, () => take(r.edits)).append("Read it like this: ", make(li, "bdi", r.message));
}
// unit is the place of a character of a line, both from 1, in the text.
function unit(line, column, of = text) {
  let n = 1, at = 0;
  if (of === text && line > sheet.line) { n = sheet.line + 1; at = lineStart(sheet.start); }
  for (; n < line; n++) {
    at = of.indexOf("\n", at) + 1;
    if (at === 0) return of.length;
  }
  const end = (of.indexOf("\n", at) + 1 || of.length + 1) - 1;
  if (at === 0 && of.startsWith("\uFEFF")) at++;
  for (let c = 1; c < column && at < end; c++) at += of.codePointAt(at) > 0xFFFF ? 2 : 1;
  return at;
}
const goTo = (x) => visit(unit(x.line, x.column), unit(x.line, x.endColumn), true);
// nextFinding goes to the first finding after the caret, or to the first of all.
function nextFinding() {
  const all = [...places.values()].flat(), at = caret, next = all.find((x) => unit(x.line, x.column) > at) || all[0];
  if (next) visit(unit(next.line, next.column), unit(next.line, next.endColumn)); else say("There are no findings.");
}
// take makes the edits of a fix or a reading, unless what they change has changed since, or the log
// would be no better with them. Edits that it has made since then are known one by one; all else is one change.
let made = { judged: "", text: "", edits: [] };
function take(edits) {
  const of = judged;
  later(async () => {
    if (stale()) return true;
    if (made.judged !== of || made.text !== text) {
      const since = change(of, text);
      made = { judged: of, text, edits: text === of ? [] : [{ start: since.start, end: since.end, by: text.length - of.length }] };
    }
    let after = text;
    const known = [...made.edits];
    const place = (e) => e.text === null ? [unit(e.line, 1, of), unit(e.line + 1, 1, of)] : [unit(e.line, e.column, of), unit(e.line, e.endColumn, of)];
    for (const [[start, end], put] of edits.map((e) => [place(e), e.text || ""]).sort((a, b) => b[0][0] - a[0][0])) {
      if (made.edits.some((m) => end >= m.start && start <= m.end)) return;
      const by = made.edits.reduce((sum, m) => m.end < start ? sum + m.by : sum, 0);
      after = after.slice(0, start + by) + put + after.slice(end + by);
      known.push({ start, end, by: put.length - (end - start) });
    }
    const c = change(text, after), start = bytes(text.slice(0, c.start)).length;
    const better = raw || (await ask({ do: "mends", start, end: start + bytes(text.slice(c.start, c.end)).length }, bytes(c.text))).mends;
    if (made.text !== text) return true; // typed meanwhile
    if (!better) return void say("Not written: the log would be no better with it.");
    replace(after);
    made = { judged: of, text, edits: known };
  }, true);
}
