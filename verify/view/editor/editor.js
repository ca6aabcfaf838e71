"use strict";
// Shows a log with its findings and the board, and records by touch. What is legal and what
// is wrong the engine says, which runs in a worker. Every word of a log is set as text, never
// as markup; only the board, which the engine has drawn, is markup.
(() => {
  const $ = (id) => document.getElementById(id);
  const first = JSON.parse($("first").textContent);
  const area = $("text");
  const encoder = new TextEncoder(), bytes = (s) => encoder.encode(s), units = (b) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(b).length;
  let name = first.name || "game.log", crlf = false;
  let text = "";               // the log
  let caret = 0;               // where it is edited
  let places = new Map();      // the findings of each line, from 0
  let place = null;            // what is shown
  let live = true;             // the end of the log is shown, not where the caret stands
  let raw = null;              // the bytes of a file that are not those of the text, until it is edited
  let undo = [], redo = [], edited = 0;
  let entry = {};              // what is recorded: who, die, from, choice; menu, refused, waits
  const files = { ...first.files };

  function make(parent, tag, text, attributes) {
    const e = parent.namespaceURI.endsWith("svg") ? document.createElementNS(parent.namespaceURI, tag) : document.createElement(tag);
    if (text) e.textContent = text;
    for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
    parent.appendChild(e);
    return e;
  }
  const button = (parent, text, attributes, act) => {
    const b = make(parent, "button", text, { type: "button", ...attributes });
    b.addEventListener("click", act);
    return b;
  };
  const say = (text) => { $("status").textContent = text; };

  // The engine: one answer after the other.
  const waiting = new Map();
  let worker = null, last = 0, engine = "begins";
  const ask = (request, text) => new Promise((answer) => {
    waiting.set(++last, answer);
    worker.postMessage({ id: last, request, text });
  }).then((text) => JSON.parse(text));
  function begin() {
    const why = "This page cannot check or record here: ";
    if (typeof WebAssembly !== "object") return missing(why + "this browser has no WebAssembly. It shows the game as it was when the page was made.");
    try {
      worker = new Worker(URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" })));
    } catch (err) { return missing(why + err.message); }
    worker.onerror = (e) => missing(why + e.message);
    worker.onmessage = ({ data }) => {
      if (data.failed) return missing(why + data.failed);
      if (data.ready) {
        engine = "ready";
        document.documentElement.dataset.engine = "ready";
        $("engine").remove();
        for (const [path, text] of Object.entries(files)) worker.postMessage({ file: path, text: bytes(text) });
        return void run();
      }
      if (data.of) {
        $("bar").max = data.of;
        $("bar").value = data.done;
        return;
      }
      const answer = waiting.get(data.id);
      waiting.delete(data.id);
      answer(data.answer);
    };
    worker.postMessage({ engine: $("engine").textContent.trim() });
  }
  function missing(why) {
    engine = "missing";
    document.documentElement.dataset.engine = "missing";
    $("busy").hidden = true;
    say(why);
    keys();
  }

  // What is tapped is done in its order, and shown when nothing is left to do. A task that
  // asks the engine returns true if it is to be done again, when the engine has the text.
  const tasks = [];
  let running = false, version = 0, looked = -1, waiter = 0;
  function later(task, asks) {
    entry = {};
    if (asks || tasks.length) tasks.push(task);
    else task();
    sync();
    keys();
  }
  async function run() {
    if (running) return;
    running = true;
    document.documentElement.dataset.settled = "no";
    waiter = setTimeout(() => { $("bar").removeAttribute("value"); $("busy").hidden = engine === "missing"; }, 300);
    for (;;) {
      if (engine === "ready" && stale()) await bring();
      else if (tasks.length) { if (await tasks[0]() !== true) tasks.shift(); }
      else if (engine === "ready" && !wrong && looked !== version) await look();
      else break;
    }
    clearTimeout(waiter);
    $("busy").hidden = true;
    running = false;
    if (engine === "begins") return;
    document.documentElement.dataset.settled = "yes";
    keep();
  }
  // sync shows what has changed.
  function sync() {
    version++;
    run();
  }
  // The engine's text, and what of it has changed since: not the first units, nor the last.
  let sent = null, same = [0, 0], rules = "", wrong = false;
  let judged = "";             // the text that the findings are about
  const wanted = () => JSON.stringify([name, $("variant").value, settings()]);
  const settings = () => $("set").value.split(/\s+/).filter(Boolean);
  const stale = () => sent === null || sent !== text || rules !== wanted();
  async function bring() {
    const line = lineAt(caret);
    let request, part;
    if (sent === null || wrong || rules !== wanted()) {
      rules = wanted();
      request = { do: "open", name, variant: $("variant").value, set: settings(), line };
      part = raw || bytes(text);
    } else {
      const start = bytes(text.slice(0, same[0])).length;
      request = { do: "edit", start, end: start + bytes(sent.slice(same[0], sent.length - same[1])).length, line };
      part = bytes(text.slice(same[0], text.length - same[1]));
    }
    sent = text;
    same = [text.length, text.length];
    const of = text, reply = await ask(request, part);
    if (reply.error) { wrong = true; say(reply.error); show([], reply.error); return; }
    if (wrong) { wrong = false; say(""); }
    judged = of;
    found = reply;
    showFound(reply);
    performance.mark("verdict");
  }
  let found = first.found;
  async function look() {
    const of = version, line = lineAt(caret);
    const request = { do: "at", who: entry.who, line: live ? -1 : line, at: live ? 0 : bytes(text.slice(lineStart(caret), caret)).length, names: $("names").getAttribute("aria-pressed") === "true" };
    const p = await ask(request);
    looked = of;
    showPlace(p);
  }

  // change is what makes one text of another: the units from start to end become text.
  function change(a, b) {
    let start = 0, end = 0;
    const most = Math.min(a.length, b.length);
    while (start < most && a.charCodeAt(start) === b.charCodeAt(start)) start++;
    while (end < most - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
    const half = (s, i) => i > 0 && i < s.length && /[\uDC00-\uDFFF]/.test(s[i]);
    while (start > 0 && (half(a, start) || half(b, start))) start--;
    while (end > 0 && (half(a, a.length - end) || half(b, b.length - end))) end--;
    return { start, end: a.length - end, text: b.slice(start, b.length - end) };
  }

  // Findings.
  function showFound(f) {
    const list = [];
    for (const g of f.games) for (const x of g.findings) list.push(x);
    const verdict = f.failed ? f.failed[0] : f.of === 0 ? "No game yet" : f.of === 1 && f.games.length ? `${f.games[0].verdict}, ${f.games[0].turns} ${f.games[0].turns === 1 ? "turn" : "turns"}, result ${f.games[0].result}`
      : `${f.of} games, ${f.faulty} with errors` + (f.games.length < f.of ? `; findings of game ${f.first} to ${f.first + f.games.length - 1}` : "");
    show(list, verdict);
  }
  const shown = 300; // findings in the list at first
  function show(list, verdict) {
    $("verdict").textContent = verdict;
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
    for (const r of x.readings || []) if (r.edits.length) button(li, "", {}, () => take(r.edits)).append("Take: ", make(li, "bdi", r.message));
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
  function goTo(x) {
    const start = unit(x.line, x.column), end = unit(x.line, x.endColumn);
    if (start < sheet.start || end > sheet.end) { caret = start; lay(); }
    area.focus();
    area.setSelectionRange(start - sheet.start, end - sheet.start);
    area.scrollTop = Math.max(0, (x.line - sheet.line - 4) * lineHigh());
    caret = start;
    live = ends();
    sync();
  }
  // take makes the edits of a fix or a reading, unless what they change has changed since. Edits
  // that it has made since then are known one by one; all else is one change.
  let made = { judged: "", text: "", edits: [] };
  function take(edits) {
    later(() => {
      if (made.judged !== judged || made.text !== text) {
        const since = change(judged, text);
        made = { judged, text, edits: text === judged ? [] : [{ start: since.start, end: since.end, by: text.length - judged.length }] };
      }
      let after = text;
      const known = [...made.edits];
      const place = (e) => e.text === null ? [unit(e.line, 1, judged), unit(e.line + 1, 1, judged)] : [unit(e.line, e.column, judged), unit(e.line, e.endColumn, judged)];
      for (const [[start, end], put] of edits.map((e) => [place(e), e.text || ""]).sort((a, b) => b[0][0] - a[0][0])) {
        if (made.edits.some((m) => end >= m.start && start <= m.end)) return;
        const by = made.edits.reduce((sum, m) => m.end < start ? sum + m.by : sum, 0);
        after = after.slice(0, start + by) + put + after.slice(end + by);
        known.push({ start, end, by: put.length - (end - start) });
      }
      replace(after);
      made = { judged, text, edits: known };
    });
  }

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
    $("part").textContent = all ? "" : `Lines ${sheet.line + 1} to ${sheet.line + rows.length} of a long log; scroll for the others.`;
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
  // write edits the text, as one step that can be taken back.
  function write(start, end, put) {
    if (start === end && put === "") return;
    undo.push(edit(start, end, put));
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
    const e = change(text, after);
    write(e.start, e.end, e.text);
  }
  // insert puts text in the place of what is selected.
  function insert(put) {
    const start = sheet.start + area.selectionStart, end = sheet.start + area.selectionEnd;
    later(() => write(start, end, put.replace(/\r\n?/g, "\n")));
  }
  // input follows what is typed; letters typed in a row are taken back as one.
  let typed = 0;
  function input() {
    const e = change(text.slice(sheet.start, sheet.end), area.value), now = performance.now();
    const back = edit(sheet.start + e.start, sheet.start + e.end, e.text), before = undo[undo.length - 1];
    if (now - typed < 1000 && before && before.text === "" && back.text === "" && before.end === back.start) before.end = back.end;
    else undo.push(back);
    redo.length = 0;
    typed = now;
    resting = -1;
    sheet.end += e.text.length - back.text.length;
    if (sheet.end - sheet.start > 2 * most) lay();
    else { listed(); mark(); }
    entry = {};
    sync();
    keys();
  }
  // back takes the last edit of a list back, and keeps on the other what brings it back.
  function back(list, other, none) {
    later(() => {
      const e = list.pop();
      if (!e) return void say(none);
      other.push(edit(e.start, e.end, e.text));
      lay();
    });
  }
  const undoLast = () => back(undo, redo, "There is nothing left to take back."), redoLast = () => back(redo, undo, "There is nothing left to bring back.");
  function moved() {
    const at = sheet.start + area.selectionStart;
    if (at === caret || area.selectionStart === resting) return;
    resting = -1;
    caret = at;
    const was = live;
    live = ends();
    if (!live || !was) sync();
  }

  // The position.
  function showPlace(p) {
    place = p;
    if (p.live) live = true;
    $("drawn").innerHTML = p.board; // drawn by the engine, which escapes what a log says
    $("describe").textContent = p.describe;
    $("heading").textContent = p.heading;
    $("said").textContent = p.said;
    $("clock").textContent = p.clock;
    const list = $("players-list");
    list.replaceChildren();
    for (const x of p.players) {
      const li = make(list, "li", "", { class: (x.actor ? "actor" : "") + (x.won ? " won" : "") });
      make(li, "span", "", { class: "dot" }).style.background = x.colour;
      make(make(li, "b"), "bdi", x.name);
      make(li, "span", x.has, { class: "has" });
      if (x.actor) li.setAttribute("aria-current", "true");
    }
    if (!p.live || p.over || entry.waits) entry = {};
    keys();
  }

  // keys are the buttons that record the next action: the die, the space, how it came out.
  function keys() {
    const box = $("keys"), focused = box.contains(document.activeElement);
    box.replaceChildren();
    $("lit").replaceChildren();
    $("more").setAttribute("aria-expanded", entry.menu === "more");
    if (engine !== "ready" || !place) return;
    const known = looked === version; // or else place is that before what has just been done
    if (!place.live) {
      if (place.board && known) button(box, "Go to where the log ends", {}, () => later(toEnd));
      return;
    }
    const { who, die, from, choice, menu, refused } = entry, enter = (part) => { entry = { ...entry, ...part }; keys(); };
    if (!known && (!place.dice || !live || place.over || entry.waits)) return focused && box.focus();
    if (refused) return refusal(box);
    if (menu === "more") return more(box);
    if (place.over || !place.moves) return;
    const row = make(box, "div", "", { class: "row" });
    const step = (text, act) => button(row, text, { class: "back" }, act);
    if (who && !die && !choice) step(`◀ ${who}`, () => later(() => {}));
    if (place.dice && !die) {
      for (let n = 1; n <= 6; n++) if (place.moves.some((m) => m.die === n)) button(row, String(n), { class: "die", "aria-label": "Rolled " + n }, () => enter({ die: n }));
      if (place.blank) button(row, "?", { class: "die", "aria-label": "Nobody saw the action" }, () => play("?"));
      return focused && row.firstChild && row.firstChild.focus();
    }
    const moves = place.moves.filter((m) => !place.dice || m.die === die);
    if (choice) {
      step(`◀ ${choice.brief}`, () => enter({ choice: null }));
      if (choice.why) make(box, "p", choice.why, { class: "why", role: "alert" });
      lit(choice.to, choice.brief);
      for (const w of choice.words) button(row, w.says, { class: "answer " + (w.sort || ""), title: w.word }, () => play(w.word, choice.why !== undefined));
      return row.children[1].focus({ preventScroll: true });
    }
    if (place.dice) step(`◀ ${die}`, () => enter({ die: 0, from: undefined, menu: "" }));
    if (!known) return focused && row.firstChild.focus();
    const sources = [...new Set(moves.map((m) => m.from))];
    const pick = (m) => { if (m.words.length === 1) play(m.words[0].word, m.why !== undefined); else enter({ choice: m, menu: "" }); };
    const picking = place.pieces && from === undefined; // the piece is asked for
    const taken = from !== undefined ? from : sources.length === 1 ? sources[0] : -1;
    if (from !== undefined) {
      step(`◀ ${place.spaces[from].name}`, () => enter({ from: undefined, menu: "" }));
      lit(from, place.spaces[from].name);
    }
    // What is not legal can be recorded too: all spaces can be tapped.
    const other = (to) => {
      if (picking && to >= 0 && place.spaces[to].piece) return enter({ from: to, menu: "" });
      odd({ do: "odd", who, die, from: taken, to }, pick);
    };
    place.spaces.forEach((s, i) => touch(i, s.name, "other", () => other(i)));
    if (menu === "other") {
      step("◀ legal", () => enter({ menu: "" }));
      place.spaces.forEach((s, i) => { if (!picking || s.piece) button(row, s.piece && place.pieces ? `${s.piece} on ${s.name}` : s.name, { class: "name" }, () => other(i)); });
      if (place.pieces) button(row, "pass", { class: "name" }, () => other(-1));
      return row.children[1].focus({ preventScroll: true });
    }
    if (sources.length > 1 && from === undefined) {
      for (const s of sources) {
        const of = moves.filter((m) => m.from === s), one = s < 0 && of.length === 1;
        const act = () => { if (one) pick(of[0]); else enter({ from: s }); };
        const says = s < 0 ? of[0].brief : place.spaces[s].name;
        button(row, says, {}, act);
        lit(s, says, act);
      }
    } else {
      for (const m of moves) if (from === undefined || m.from === from) {
        button(row, m.brief, {}, () => pick(m));
        lit(m.to, m.brief, () => pick(m));
      }
    }
    const open = moves.find((m) => m.open && (place.dice || m.from === from));
    const answers = (word) => [["right", "+"], ["wrong", "-"], ["no question", ""], ["nobody saw", "?"]].map(([says, mark]) => ({ says, word: word + mark }));
    if (open) button(row, "?", { "aria-label": "Nobody saw where to" }, () => pick({ brief: open.open, to: -1, why: "", words: place.asks ? answers(open.open) : [{ word: open.open }] }));
    else if (!place.dice && place.blank) button(row, "?", { "aria-label": "Nobody saw the action" }, () => play("?"));
    button(row, "Other…", { title: "What is not legal" }, () => enter({ menu: "other" }));
    if (focused && row.children[1]) row.children[1].focus({ preventScroll: true });
  }
  // refusal says why something may not be done, which can have been done all the same.
  function refusal(box) {
    const request = entry.refused;
    for (const w of request.wrong) make(box, "p", w, { class: "why", role: "alert" });
    const row = make(box, "div", "", { class: "row" });
    button(row, `◀ ${request.word}`, { class: "back" }, () => later(() => {}));
    if (!request.never) button(row, "Record it all the same", {}, () => put({ do: request.do, word: request.word, who: request.who, stands: true }, true));
    if (request.do === "play" && place.blank) button(row, "?", { "aria-label": "Nobody saw the action" }, () => put({ do: "play", word: "?", who: request.who }, true));
    row.lastChild.focus({ preventScroll: true });
  }
  // more are the buttons for what is no action.
  function more(box) {
    const row = make(box, "div", "", { class: "row" });
    button(row, "◀ back", { class: "back" }, () => later(() => {}));
    if (place.moves) for (const p of place.players) if (!p.actor) button(row, `${p.name} plays`, {}, () => { entry = { who: p.name }; sync(); keys(); });
    for (const p of place.players) button(row, `${p.name} leaves`, {}, () => putLine(`leave ${p.name}`));
    button(row, "Let it stand", {}, () => putLine("ruling stands"));
    button(row, "Gap", { "aria-label": "Gap: turns are missing here" }, () => putLine("gap"));
    const form = make(box, "form", "", { class: "row" });
    const input = make(make(form, "label", "Line "), "input", "", { autocomplete: "off", spellcheck: "false", value: "; " });
    button(form, "Table", { "aria-label": "Set the table" }, () => { input.value = `state ${place.position}`; input.focus(); });
    make(form, "button", "Write", { type: "submit" });
    form.addEventListener("submit", (e) => { e.preventDefault(); putLine(input.value.trim()); });
    row.children[1].focus({ preventScroll: true });
  }
  // lit lights a space, which can be tapped instead of its button.
  function lit(s, says, act) {
    if (s >= 0) touch(s, says, act ? "target pulse" : "target chosen", act);
  }
  function touch(s, says, sort, act) {
    const e = make($("lit"), "polygon", "", { class: sort, points: place.spaces[s].outline });
    make(e, "title", says);
    if (act) e.addEventListener("click", act);
  }
  // play writes an action where the log ends, and putLine a line. What may not be done is
  // refused; where that is likely, nothing else is there to tap until it is known.
  const play = (word, doubtful) => put({ do: "play", word, who: entry.who }, doubtful || entry.who);
  const putLine = (word) => put({ do: "write", word }, true);
  function put(request, waits) {
    later(async () => {
      if (raw) { raw = sent = null; return true; }
      const e = await ask(request);
      if (stale()) return true;
      if (!e) return;
      if (e.wrong && !request.stands) { entry = { refused: { ...request, ...e } }; return; }
      const all = bytes(text);
      write(units(all.subarray(0, e.start)), units(all.subarray(0, e.end)), e.text);
      toEnd();
    }, true);
    entry = { waits: Boolean(waits) };
    keys();
  }
  // odd asks for the words of a move that is not legal.
  function odd(request, pick) {
    const was = entry;
    later(async () => {
      const m = await ask(request);
      if (stale()) return true;
      entry = m ? was : { refused: { word: "", wrong: [place.pieces ? "Tap the piece first, and then where it went." : "No action is written so."], never: true } };
      if (m) pick({ ...m, why: m.why || "" });
    }, true);
    entry = { waits: true };
    keys();
  }

  // Files, links, and what the browser keeps.
  const hash = (s) => { let h = 2166136261; for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 16777619); return (h >>> 0).toString(36) + s.length.toString(36); };
  const largest = 2e6; // units that are worth the time it takes to keep them
  let key = "", full = false;
  function keep() {
    if (!edited) return;
    try {
      if (text.length > largest) throw new Error();
      localStorage.setItem(key, JSON.stringify({ name, text, crlf, variant: $("variant").value, set: $("set").value, files, place, found }));
      full = false;
    } catch {
      if (!full) say("This log is too large for the browser to keep, or it keeps nothing for this page: save it as a file.");
      full = true;
    }
  }
  addEventListener("pagehide", keep); // what has not been judged yet is kept too
  function recall() {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  }
  async function openFiles(list) {
    for (const f of list) {
      const b = new Uint8Array(await f.arrayBuffer());
      if (/\.ya?ml$/.test(f.name)) {
        files[f.name] = new TextDecoder().decode(b);
        if (engine === "ready") worker.postMessage({ file: f.name, text: b });
        sent = null;
        make($("variant"), "option", "./" + f.name);
        edited++;
        say(`${f.name} can be chosen among the rules.`);
        continue;
      }
      const read = new TextDecoder("utf-8", { ignoreBOM: true }).decode(b), again = bytes(read);
      later(() => {
        name = f.name;
        crlf = /\r\n/.test(read) && !/[^\r]\n/.test(read);
        replace(read.replace(/\r\n?/g, "\n"));
        if (read.includes("\r") || again.length !== b.length || again.some((x, i) => x !== b[i])) { raw = b; sent = null; }
        toEnd();
      });
    }
    sync();
  }
  function save() {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([raw || (crlf ? text.replace(/\n/g, "\r\n") : text)], { type: "text/plain" }));
    a.download = name.split("/").pop();
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 10000);
    say(a.download + " is saved.");
  }
  const through = async (b, stream) => new Uint8Array(await new Response(new Blob([b]).stream().pipeThrough(stream)).arrayBuffer());
  const longest = 8000; // characters of a link
  async function link() {
    const state = { t: text, n: name, v: $("variant").value, s: $("set").value };
    const packed = await through(bytes(JSON.stringify(state)), new CompressionStream("gzip"));
    const code = btoa(String.fromCharCode(...packed.subarray(0, longest))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    if (code.length > longest) return say("This log is too long for a link: save it as a file.");
    $("linked").hidden = false;
    $("url").value = location.href.split("#")[0] + "#log=" + code;
    $("url").select();
    say("The link carries the log; nothing is sent until you send it.");
    if (navigator.clipboard) navigator.clipboard.writeText($("url").value).then(() => say("The link is copied. It carries the log."), () => {});
  }
  async function linked() {
    const code = location.hash.match(/^#log=([\w-]+)$/);
    if (!code) return null;
    try {
      const b = Uint8Array.from(atob(code[1].replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
      return JSON.parse(new TextDecoder().decode(await through(b, new DecompressionStream("gzip"))));
    } catch { say("The log in the link is damaged."); return null; }
  }
  // start shows the log of the link, or as this browser has kept it, or as it came with the page.
  function start(state) {
    let p = first.place, f = first.found;
    text = first.text;
    if (state) { text = String(state.t); name = String(state.n); $("variant").value = state.v; $("set").value = state.s; p = f = null; }
    key = "tpnote-log:" + hash(name + "\n" + text);
    const kept = recall();
    if (kept) {
      ({ text, name, crlf, place: p, found: f } = kept);
      Object.assign(files, kept.files);
    }
    for (const path of Object.keys(files)) make($("variant"), "option", "./" + path);
    if (kept) { $("variant").value = kept.variant; $("set").value = kept.set; say("This is the log as you left it. "); button($("status"), "Go back to the one of the page", {}, () => { localStorage.removeItem(key); edited = 0; location.reload(); }); }
    text = text.replace(/\r\n?/g, "\n");
    caret = text.length;
    live = true;
    lay();
    found = f;
    if (p) showPlace(p);
    if (f) showFound(f);
  }

  area.addEventListener("input", input);
  area.addEventListener("scroll", scrolled);
  area.addEventListener("paste", (e) => {
    const put = e.clipboardData.getData("text/plain");
    if (put.length > most) { e.preventDefault(); insert(put); }
  });
  document.addEventListener("selectionchange", () => { if (document.activeElement === area) moved(); });
  new ResizeObserver(mark).observe(area);
  addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.altKey) {
      if (e.key === "Escape" && $("record").contains(e.target)) { const b = $("keys").querySelector(".back"); if (b) b.click(); }
      if (/^[1-6?]$/.test(e.key) && $("record").contains(e.target)) { const b = [...$("keys").querySelectorAll(".die")].find((b) => b.textContent === e.key); if (b) b.click(); }
      return;
    }
    const k = e.key.toLowerCase();
    if (k === "z" || k === "y") { e.preventDefault(); if (k === "z" && !e.shiftKey) undoLast(); else redoLast(); }
    if (k === "s") { e.preventDefault(); save(); }
  });
  $("undo").addEventListener("click", undoLast);
  $("redo").addEventListener("click", redoLast);
  $("more").addEventListener("click", () => { if (place && place.live && looked === version) { entry = { menu: entry.menu === "more" ? "" : "more" }; keys(); } });
  $("names").addEventListener("click", (e) => { e.target.setAttribute("aria-pressed", e.target.getAttribute("aria-pressed") !== "true"); sync(); });
  $("save").addEventListener("click", save);
  $("link").addEventListener("click", link);
  for (const id of ["variant", "set"]) $(id).addEventListener("change", () => later(() => { edited++; }));
  $("file").addEventListener("change", (e) => { openFiles(e.target.files); e.target.value = ""; });
  addEventListener("dragover", (e) => e.preventDefault());
  addEventListener("drop", (e) => {
    const put = e.dataTransfer.getData("text/plain");
    if (!e.dataTransfer.files.length && e.target === area && put.length <= most) return; // the browser puts it where it is dropped
    e.preventDefault();
    if (e.dataTransfer.files.length) openFiles(e.dataTransfer.files);
    else insert(put);
  });
  $("begin").querySelector("form").addEventListener("submit", (e) => {
    e.preventDefault();
    if (engine !== "ready") return;
    later(async () => {
      const reply = await ask({ do: "begin", variant: $("beginvariant").value, players: $("players").value });
      if (reply.error) return void say(reply.error);
      $("begin").open = false;
      $("variant").value = "";
      replace(reply.text);
      toEnd();
    }, true);
  });
  addEventListener("beforeprint", () => { $("printed").textContent = [$("part").textContent, area.value].filter(Boolean).join("\n\n"); });
  addEventListener("hashchange", () => location.reload());

  if (location.hash.startsWith("#log=")) linked().then(start); else start(null);
  addEventListener("DOMContentLoaded", begin);
})();
