// The page that records, checks and reads logs. The engine, which runs in a worker, judges and
// records. Every word of a log is set as text, never as markup; only the board, which the engine
// draws, is markup. The files of this folder are joined into one script.
const $ = (id) => document.getElementById(id);
const first = JSON.parse($("first").textContent);
const area = $("text");
const encoder = new TextEncoder(), bytes = (s) => encoder.encode(s), units = (b) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(b).length;
let name = first.name || "game.log", crlf = false;
let text = "";               // the log
let caret = 0;               // where it is edited
let places = new Map();      // the findings of each line, from 0
let place = null;            // the position on the board
let live = true;             // the page shows the end of the log, not the place of the caret
let raw = null;              // the bytes of a file that differ from those of the text, until it is edited
let undo = [], redo = [];    // steps: the edits that take a change back, in order
let edited = 0, tookBack = false;
let sealed = [];             // the secrets that the log has sealed
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

// The engine answers one request after the other.
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

// Tasks run in the order of the taps; the page shows their result when none is left. A task that
// asks the engine returns true to run again after the engine has received the text.
const tasks = [];
let running = false, version = 0, looked = -1, waiter = 0;
function later(task, asks) {
  if (asks || tasks.length) tasks.push(task);
  else task();
  sync();
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
  automatic();
}
// sync shows what has changed.
function sync() {
  version++;
  if (engine === "ready") $("keys").dataset.busy = "yes"; // until they are those of the new position
  run();
}

// The engine's text, and the number of units at its start and its end that have not changed since.
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
    request = { do: "open", name, variant: $("variant").value, set: settings(), line, sealed };
    part = raw || bytes(text);
  } else {
    const start = bytes(text.slice(0, same[0])).length;
    request = { do: "edit", start, end: start + bytes(sent.slice(same[0], sent.length - same[1])).length, line, back: tookBack };
    part = bytes(text.slice(same[0], text.length - same[1]));
  }
  tookBack = false;
  const of = brought();
  const reply = await ask(request, part);
  if (reply.error) { wrong = true; say(reply.error); show([], reply.error); return; }
  if (wrong) { wrong = false; say(""); }
  judged = of;
  showFound(reply);
  performance.mark("verdict");
}
// brought notes that the engine has the text of the page.
function brought() {
  sent = text;
  same = [text.length, text.length];
  return text;
}
async function look() {
  const of = version, line = lineAt(caret);
  const request = { do: "at", line: live ? -1 : line, at: live ? 0 : bytes(text.slice(lineStart(caret), caret)).length, names: $("names").getAttribute("aria-pressed") === "true" };
  const p = await ask(request);
  looked = of;
  showPlace(p);
  if (movesOf !== sent && !$("moves").hidden) await list();
}

// change is the edit that turns one text into another: the units from start to end become text.
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
