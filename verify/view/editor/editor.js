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
  let lines = [""];            // of the text
  let places = new Map();      // the findings of each line, from 0
  let place = null;            // what is shown
  let live = true;             // the end of the log is shown, not where the caret stands
  let raw = null;              // the bytes of a file as it is, until it is edited
  let undo = [], redo = [], edited = 0;
  let die = "", from = null, choice = null; // of the action that is recorded
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
        return void sync();
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

  // sync brings the engine's text up to the page's, and shows what comes of it.
  let sent = null, wrong = false, rules = "", syncing = false, again = false, waiter = 0;
  async function sync() {
    if (engine !== "ready") return;
    if (syncing) { again = true; return; }
    syncing = true;
    document.documentElement.dataset.settled = "no";
    waiter = setTimeout(() => { $("bar").removeAttribute("value"); $("busy").hidden = false; }, 300);
    do {
      again = false;
      await bring();
      if (!again) await look();
    } while (again);
    clearTimeout(waiter);
    $("busy").hidden = true;
    syncing = false;
    document.documentElement.dataset.settled = "yes";
    keep();
  }
  async function bring() {
    const text = area.value, line = Math.max(0, lineAt(area.selectionStart));
    const set = $("set").value.split(/\s+/).filter(Boolean), wanted = JSON.stringify([name, $("variant").value, set]);
    let reply = null;
    if (sent === null || wanted !== rules || (raw === null) !== (sent.raw === null)) {
      rules = wanted;
      sent = { text, raw };
      reply = await ask({ do: "open", name, variant: $("variant").value, set, line }, raw || bytes(text));
    } else if (text !== sent.text) {
      const e = change(sent.text, text), start = bytes(text.slice(0, e.start)).length;
      const request = { do: "edit", start, end: start + bytes(sent.text.slice(e.start, e.end)).length, line };
      sent.text = text;
      reply = await ask(request, bytes(e.text));
    }
    if (!reply) return;
    if (reply.error) { sent = null; wrong = true; say(reply.error); show([], reply.error); return; }
    if (wrong) { wrong = false; say(""); }
    found = reply;
    showFound(reply);
    performance.mark("verdict");
  }
  let found = first.found;
  async function look() {
    if (!sent) return;
    const at = area.selectionStart, line = lineAt(at), begins = at - (area.value.lastIndexOf("\n", at - 1) + 1);
    const request = { do: "at", line: live ? -1 : line, at: live ? 0 : bytes(lines[line].slice(0, begins)).length, names: $("names").getAttribute("aria-pressed") === "true" };
    showPlace(await ask(request));
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
    const verdict = f.failed ? f.failed[0] : f.of === 0 ? "No game yet" : f.of === 1 && f.games.length ? `${f.games[0].verdict}, ${f.games[0].turns} turns, result ${f.games[0].result}`
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
    const add = (part) => { for (const x of part) entry(ol, x); };
    add(list.slice(0, shown));
    if (list.length > shown) {
      const more = make(ol, "li");
      button(more, `Show ${list.length - shown} more`, {}, () => { more.remove(); add(list.slice(shown)); });
    }
    mark();
  }
  function entry(ol, x) {
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
  function unit(line, column) {
    let at = 0;
    for (let i = 0; i < line - 1 && i < lines.length; i++) at += lines[i].length + 1;
    const text = lines[line - 1] || "";
    let n = line === 1 && text.startsWith("\uFEFF") ? 1 : 0;
    for (let c = 1; c < column && n < text.length; c++) n += text.codePointAt(n) > 0xFFFF ? 2 : 1;
    return at + n;
  }
  function goTo(x) {
    area.focus();
    area.setSelectionRange(unit(x.line, x.column), unit(x.line, x.endColumn));
    area.scrollTop = Math.max(0, (x.line - 4) * lineHigh());
    moved();
  }
  // take makes the edits of a fix or a reading.
  function take(edits) {
    let text = area.value;
    const starts = (e) => unit(e.line, e.column);
    for (const e of [...edits].sort((a, b) => starts(b) - starts(a))) {
      const start = e.text === null ? unit(e.line, 1) : starts(e);
      const end = e.text === null ? unit(e.line + 1, 1) : unit(e.line, e.endColumn);
      text = text.slice(0, start) + (e.text || "") + text.slice(end);
    }
    write(text);
  }

  // The text.
  function lineAt(at) {
    let line = 0, i = -1;
    while ((i = area.value.indexOf("\n", i + 1)) >= 0 && i < at) line++;
    return line;
  }
  const lineHigh = () => parseFloat(getComputedStyle(area).lineHeight);
  // mark underlines what the findings are about, on the lines that are seen.
  function mark() {
    const high = lineHigh(), from = Math.max(0, Math.floor(area.scrollTop / high) - 2), to = Math.min(lines.length, from + Math.ceil(area.clientHeight / high) + 4);
    const marks = $("marks");
    marks.replaceChildren();
    const sheet = make(marks, "div");
    sheet.style.transform = `translate(${-area.scrollLeft}px,${from * high - area.scrollTop}px)`;
    for (let i = from; i < to; i++) {
      const row = make(sheet, "div"), text = lines[i];
      let at = 0;
      const begins = unit(i + 1, 1) - (i === 0 && text.startsWith("\uFEFF") ? 1 : 0);
      for (const x of (places.get(i) || []).slice().sort((a, b) => a.column - b.column)) {
        const start = Math.max(at, unit(i + 1, x.column) - begins), end = Math.max(start, unit(i + 1, x.endColumn) - begins);
        row.append(text.slice(at, start));
        make(row, "mark", text.slice(start, end) || " ", { class: x.severity });
        at = end;
      }
      row.append(text.slice(at) || " ");
    }
  }
  // changed follows a new text.
  function changed() {
    lines = area.value.split("\n");
    mark();
    sync();
  }
  let was = "", typed = 0;
  // note remembers how the last change is taken back; letters typed in a row are one.
  function note(text, joins) {
    if (text === was) return;
    const e = change(was, text), back = { start: e.start, end: e.start + e.text.length, text: was.slice(e.start, e.end) };
    const before = undo[undo.length - 1], now = performance.now();
    if (joins && before && now - typed < 1000 && before.text === "" && back.text === "" && before.end === back.start) before.end = back.end;
    else undo.push(back);
    typed = joins ? now : 0;
    redo = [];
    was = text;
    raw = null;
    edited++;
  }
  // write puts another text in the place of the text.
  function write(text) {
    area.value = text;
    note(area.value, false);
    changed();
  }
  function back(list, other) {
    const e = list.pop();
    if (!e) return say("There is nothing left to take back.");
    const text = area.value;
    other.push({ start: e.start, end: e.start + e.text.length, text: text.slice(e.start, e.end) });
    area.value = was = text.slice(0, e.start) + e.text + text.slice(e.end);
    raw = null;
    edited++;
    area.setSelectionRange(e.start + e.text.length, e.start + e.text.length);
    die = ""; from = choice = null;
    changed();
  }
  function moved() {
    const rest = area.value.slice(area.selectionStart);
    const was = live;
    live = rest.length < 1000 && rest.trim() === "";
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
    die = ""; from = choice = null;
    keys();
  }

  // keys are the buttons that record the next action: the die, the space, how it came out.
  function keys() {
    const box = $("keys"), focused = box.contains(document.activeElement);
    box.replaceChildren();
    $("lit").replaceChildren();
    $("undo").disabled = !undo.length;
    $("redo").disabled = !redo.length;
    if (engine !== "ready" || !place) return;
    if (!place.live) {
      if (place.board) button(box, "Go to where the log ends", {}, () => { live = true; area.setSelectionRange(area.value.length, area.value.length); sync(); });
      return;
    }
    if (place.over || !place.moves) return;
    const row = make(box, "div", "", { class: "row" });
    if (place.dice && die === "") {
      for (let n = 1; n <= 6; n++) if (place.moves.some((m) => m.die === n)) button(row, String(n), { class: "die", "aria-label": "Rolled " + n }, () => { die = n; keys(); });
      if (place.blank) button(row, "?", { class: "die", "aria-label": "Nobody saw the action" }, () => play("?"));
      return focused && row.firstChild && row.firstChild.focus();
    }
    const step = (text, act) => button(row, text, { class: "back" }, act);
    const moves = place.moves.filter((m) => !place.dice || m.die === die);
    if (choice) {
      step(`◀ ${choice.brief}`, () => { choice = null; keys(); });
      lit(choice.to, choice.brief);
      for (const w of choice.words) button(row, w.says, { class: "answer " + (w.sort || ""), title: w.word }, () => play(w.word));
      return row.children[1].focus({ preventScroll: true });
    }
    if (place.dice) step(`◀ ${die}`, () => { die = ""; from = null; keys(); });
    const sources = [...new Set(moves.map((m) => m.from))];
    const pick = (m) => { choice = m; if (m.words.length === 1) play(m.words[0].word); else keys(); };
    if (sources.length > 1 && from === null) {
      for (const s of sources) {
        const of = moves.filter((m) => m.from === s), one = s < 0 && of.length === 1;
        const act = () => { if (one) return pick(of[0]); from = s; keys(); };
        const says = s < 0 ? of[0].brief : place.spaces[s].name;
        button(row, says, {}, act);
        lit(s, says, act);
      }
    } else {
      if (from !== null) {
        step(`◀ ${place.spaces[from].name}`, () => { from = null; keys(); });
        lit(from, place.spaces[from].name);
      }
      for (const m of moves) if (from === null || m.from === from) {
        button(row, m.brief, {}, () => pick(m));
        lit(m.to, m.brief, () => pick(m));
      }
    }
    const open = moves.find((m) => m.open);
    if (open) button(row, "?", { "aria-label": "Nobody saw where to" }, () => play(open.open));
    else if (!place.dice && place.blank) button(row, "?", { "aria-label": "Nobody saw the action" }, () => play("?"));
    if (focused && row.children[1]) row.children[1].focus({ preventScroll: true });
  }
  // lit lights a space, which can be tapped instead of its button.
  function lit(s, says, act) {
    if (s < 0) return;
    const e = make($("lit"), "polygon", "", { class: "target " + (act ? "pulse" : "chosen"), points: place.spaces[s].outline });
    make(e, "title", says);
    if (act) e.addEventListener("click", act);
  }
  let playing = false;
  async function play(word) {
    if (playing || syncing) return;
    playing = true;
    document.documentElement.dataset.settled = "no";
    if (raw !== null) { raw = null; sent = null; await sync(); } // the engine has to have the text as the page has it
    const e = await ask({ do: "play", word });
    playing = false;
    if (!e) return;
    const text = area.value, all = bytes(text), start = units(all.subarray(0, e.start)), end = units(all.subarray(0, e.end));
    live = true;
    write(text.slice(0, start) + e.text + text.slice(end));
    area.setSelectionRange(area.value.length, area.value.length);
    area.scrollTop = area.scrollHeight;
  }

  // Files, links, and what the browser keeps.
  const hash = (s) => { let h = 2166136261; for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 16777619); return (h >>> 0).toString(36) + s.length.toString(36); };
  let key = "";
  function keep() {
    if (!edited) return;
    const state = { name, text: area.value, crlf, variant: $("variant").value, set: $("set").value, files, place, found };
    try { localStorage.setItem(key, JSON.stringify(state)); } catch { say("This log is too large for the browser to keep, or it keeps nothing for this page: save it as a file."); }
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
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(b);
      name = f.name;
      crlf = /\r\n/.test(text) && !/[^\r]\n/.test(text);
      area.value = text;
      note(area.value, false);
      raw = b;
      live = true;
    }
    changed();
  }
  function save() {
    const text = crlf ? area.value.replace(/\n/g, "\r\n") : area.value;
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([raw || text], { type: "text/plain" }));
    a.download = name.split("/").pop();
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 10000);
    say(a.download + " is saved.");
  }
  const through = async (b, stream) => new Uint8Array(await new Response(new Blob([b]).stream().pipeThrough(stream)).arrayBuffer());
  const longest = 8000; // characters of a link
  async function link() {
    const state = { t: area.value, n: name, v: $("variant").value, s: $("set").value };
    const packed = await through(bytes(JSON.stringify(state)), new CompressionStream("gzip"));
    const text = btoa(String.fromCharCode(...packed.subarray(0, longest))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    if (text.length > longest) return say("This log is too long for a link: save it as a file.");
    $("linked").hidden = false;
    $("url").value = location.href.split("#")[0] + "#log=" + text;
    $("url").select();
    say("The link carries the log; nothing is sent until you send it.");
    if (navigator.clipboard) navigator.clipboard.writeText($("url").value).then(() => say("The link is copied. It carries the log."), () => {});
  }
  async function linked() {
    const text = location.hash.match(/^#log=([\w-]+)$/);
    if (!text) return null;
    try {
      const b = Uint8Array.from(atob(text[1].replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
      return JSON.parse(new TextDecoder().decode(await through(b, new DecompressionStream("gzip"))));
    } catch { say("The log in the link is damaged."); return null; }
  }
  // start shows the log of the link, or as this browser has kept it, or as it came with the page.
  function start(state) {
    let text = first.text, p = first.place, f = first.found;
    if (state) { text = String(state.t); name = String(state.n); $("variant").value = state.v; $("set").value = state.s; p = f = null; }
    key = "tpnote-log:" + hash(name + "\n" + text);
    const kept = recall();
    if (kept) {
      ({ text, name, crlf, place: p, found: f } = kept);
      Object.assign(files, kept.files);
    }
    for (const path of Object.keys(files)) make($("variant"), "option", "./" + path);
    if (kept) { $("variant").value = kept.variant; $("set").value = kept.set; say("This is the log as you left it. "); button($("status"), "Go back to the one of the page", {}, () => { localStorage.removeItem(key); edited = 0; location.reload(); }); }
    area.value = text;
    was = area.value;
    lines = was.split("\n");
    undo = []; redo = []; sent = null; raw = null; live = true;
    found = f;
    if (p) showPlace(p);
    if (f) showFound(f);
  }

  area.addEventListener("input", () => { note(area.value, true); live = area.value.slice(area.selectionStart).trim() === ""; changed(); });
  area.addEventListener("scroll", mark);
  document.addEventListener("selectionchange", () => { if (document.activeElement === area) moved(); });
  new ResizeObserver(mark).observe(area);
  addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.altKey) {
      if (e.key === "Escape" && $("record").contains(e.target)) { const b = $("keys").querySelector(".back"); if (b) b.click(); }
      if (/^[1-6?]$/.test(e.key) && $("record").contains(e.target)) { const b = [...$("keys").querySelectorAll(".die")].find((b) => b.textContent === e.key); if (b) b.click(); }
      return;
    }
    const k = e.key.toLowerCase();
    if (k === "z" || k === "y") { e.preventDefault(); if (k === "z" && !e.shiftKey) back(undo, redo); else back(redo, undo); }
    if (k === "s") { e.preventDefault(); save(); }
  });
  $("undo").addEventListener("click", () => back(undo, redo));
  $("redo").addEventListener("click", () => back(redo, undo));
  $("names").addEventListener("click", (e) => { e.target.setAttribute("aria-pressed", e.target.getAttribute("aria-pressed") !== "true"); sync(); });
  $("save").addEventListener("click", save);
  $("link").addEventListener("click", link);
  for (const id of ["variant", "set"]) $(id).addEventListener("change", () => { edited++; sync(); });
  $("file").addEventListener("change", (e) => { openFiles(e.target.files); e.target.value = ""; });
  addEventListener("dragover", (e) => e.preventDefault());
  addEventListener("drop", (e) => { if (e.dataTransfer.files.length) { e.preventDefault(); openFiles(e.dataTransfer.files); } });
  $("begin").querySelector("form").addEventListener("submit", async (e) => {
    e.preventDefault();
    if (engine !== "ready") return;
    const reply = await ask({ do: "begin", variant: $("beginvariant").value, players: $("players").value });
    if (reply.error) return say(reply.error);
    $("begin").open = false;
    live = true;
    $("variant").value = "";
    write(reply.text);
  });
  addEventListener("beforeprint", () => { $("printed").textContent = area.value; });
  addEventListener("hashchange", () => location.reload());

  if (location.hash.startsWith("#log=")) linked().then(start); else start(null);
  addEventListener("DOMContentLoaded", begin);
})();
