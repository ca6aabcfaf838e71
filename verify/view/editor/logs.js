// The logs that this browser keeps: one slot for each, in localStorage.
const prefix = "tpnote-log:", goneKey = "tpnote-gone";
const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
const hash = (s) => { let h = 2166136261; for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 16777619); return (h >>> 0).toString(36) + s.length.toString(36); };
const largest = 2e6;         // units of the largest log that the browser keeps
let slot = newId(), stamp = "", kept = 0, lost = false, retry = 0;
const read = (key, storage = localStorage) => { try { return JSON.parse(storage.getItem(key)); } catch { return null; } };
// recent are the last steps of a list that are worth keeping.
function recent(list) {
  let size = 0;
  const from = list.findLastIndex((step) => (size += step.reduce((n, e) => n + e.text.length + 40, 0)) > 200000);
  return list.slice(from + 1);
}
function state() {
  const g = found && found.games && found.games[0];
  return { name, text, crlf, variant: $("variant").value, set: $("set").value, files, undo: recent(undo), redo: recent(redo), sealed, played, place, found,
    when: new Date().toISOString(), result: found && found.of > 1 ? `${found.of} games` : g ? summary(g) : "", players: place ? place.players.map((p) => p.name).join(", ") : "" };
}
// keep writes the log into its slot. If another tab has written there, the log gets a slot of its
// own. If the browser refuses, this tab keeps it until it is closed, and the page tries again.
function keep() {
  if (first.play || edited === kept || text === "" && !localStorageHas(prefix + slot)) return;
  if (text.length > largest) {
    kept = edited;
    if (!lost) say("This log is too large for the browser to keep. Save it as a file before you close the page.");
    lost = true;
    return;
  }
  try {
    const there = read(prefix + slot);
    if (there && there.stamp !== stamp) {
      slot = newId();
      name = name.replace(/(\.[^.]*)?$/, " (2)$1");
      say(`Another tab has changed this log. Yours is now ${name}; both are among your logs.`);
    }
    const now = newId(), all = JSON.stringify({ ...state(), stamp: now });
    localStorage.setItem(prefix + slot, all);
    stamp = now;
    kept = edited;
    sessionStorage.removeItem("tpnote-lost");
    if (lost) say("The browser keeps this log again.");
    lost = false;
  } catch {
    if (!lost) say("The browser does not keep this log: it has no room, or it keeps nothing for this page. Save it as a file before you close the page.");
    lost = true;
    clearTimeout(retry);
    retry = setTimeout(keep, 1000);
    try { sessionStorage.setItem("tpnote-lost", JSON.stringify({ ...state(), found: null, place: null, slot, stamp })); } catch { /* the message above says so */ }
  }
  try { sessionStorage.setItem("tpnote-slot", slot); } catch { /* a reload then opens the last log */ }
}
function localStorageHas(key) { try { return localStorage.getItem(key) !== null; } catch { return false; } }
addEventListener("pagehide", keep); // a log that has not been judged yet is kept too
addEventListener("beforeunload", (e) => { keep(); if (lost && navigator.userActivation?.hasBeenActive !== false) e.preventDefault(); });
// Another tab has changed the log that this one shows.
addEventListener("storage", (e) => {
  if (e.key !== prefix + slot || !e.newValue || edited !== kept) return;
  adopt(JSON.parse(e.newValue), slot);
  sync();
});

// all are the logs that the browser keeps, the last one first.
function all() {
  const list = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i), of = key.startsWith(prefix) && read(key);
      if (of) list.push({ id: key.slice(prefix.length), size: localStorage.getItem(key).length, ...of });
    }
  } catch { /* the browser keeps nothing */ }
  return list.sort((a, b) => a.when < b.when ? 1 : -1);
}
// adopt shows a log.
function adopt(of, id) {
  ({ name, crlf } = of);
  text = of.text;
  slot = id;
  stamp = of.stamp || "";
  undo = of.undo || [];
  redo = of.redo || [];
  sealed = of.sealed || [];
  played = of.played || {};
  paused = true;
  raw = sent = null;
  typed = 0;
  kept = edited;
  Object.assign(files, of.files);
  for (const path of Object.keys(of.files || {})) offer(path);
  $("variant").value = of.variant || "";
  $("set").value = of.set || "";
  $("heading").textContent = "";
  caret = text.length;
  live = true;
  sheet = { start: 0, end: 0, line: 0 };
  lay();
  if (of.place) showPlace(of.place, true);
  if (of.found) showFound(of.found);
  document.title = text ? `${name} · tpnote` : "tpnote";
  try { sessionStorage.setItem("tpnote-slot", slot); } catch { /* a reload then opens the last log */ }
}
function offer(path) {
  if (![...$("variant").options].some((o) => o.value === "./" + path)) make($("variant"), "option", "./" + path);
}
// open shows another log; the one before stays in its slot.
function open(of, id) {
  later(() => { keep(); adopt(of, id || newId()); });
}
function newLog() {
  const day = new Date().toISOString().slice(0, 10);
  open({ name: `${day}.log`, text: "", crlf: false });
  say("");
}
// The list of logs.
function logs() {
  const box = $("logslist"), list = all();
  box.replaceChildren();
  for (const of of list) {
    const li = make(box, "li", "", of.id === slot ? { "aria-current": "true" } : {});
    const b = button(li, "", { class: "plain" }, () => { $("logs").open = false; open(of, of.id); });
    make(b, "bdi", of.players || of.name, { class: "who" });
    make(b, "span", `${new Date(of.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })} · ${of.result || of.name}`, { class: "has" });
    button(li, "Delete", { "aria-label": `Delete ${of.players || of.name}` }, () => remove(of));
  }
  const used = list.reduce((n, of) => n + of.size, 0) / 1e6;
  $("logsroom").textContent = list.length ? `${counted(list.length, "log")}, ${used.toFixed(1)} of about 5 MB that a browser keeps for a page. A log over 2 MB is not kept: save it as a file. Logs are in this browser only.`
    : "The logs that you record or open are kept here, in this browser only.";
  $("exportall").disabled = !list.length;
}
function remove(of) {
  try {
    localStorage.setItem(goneKey, JSON.stringify({ id: of.id, value: localStorage.getItem(prefix + of.id) }));
    localStorage.removeItem(prefix + of.id);
  } catch (err) { return void say(err.message); }
  say(`Deleted: ${of.players || of.name}. `);
  button($("status"), "Undo", {}, () => restore());
  if (of.id === slot) newLog();
  logs();
}
function restore() {
  const gone = read(goneKey);
  if (!gone) return;
  try { localStorage.setItem(prefix + gone.id, gone.value); localStorage.removeItem(goneKey); } catch (err) { return void say(err.message); }
  say("It is back.");
  if (text === "") open(JSON.parse(gone.value), gone.id);
  logs();
}
// start shows the log of the link, or the last one of this tab, or that of the page, or the last
// one of the browser.
function start(linked) {
  const own = { name, text: first.text.replace(/\r\n?/g, "\n"), crlf, place: first.place, found: first.found, files: first.files };
  for (const path of Object.keys(files)) offer(path);
  const home = "page-" + hash(name + "\n" + first.text);
  if (first.play) return adopt({ ...first, crlf: false }, newId()); // in a lesson
  if (linked) return adopt({ name: String(linked.n), text: String(linked.t), variant: linked.v, set: linked.s, crlf: false }, "link-" + hash(String(linked.t)));
  const rescued = read("tpnote-lost", sessionStorage);
  let id = null;
  try { id = sessionStorage.getItem("tpnote-slot"); } catch { /* it keeps nothing */ }
  if (rescued && rescued.slot === id) {
    adopt(rescued, id);
    edited++;
    return;
  }
  if (first.text && !(id && id !== home && read(prefix + id) && read(prefix + id).page === home)) id = home;
  else if (!id || !localStorageHas(prefix + id)) id = (all()[0] || {}).id || null;
  const last = id && read(prefix + id);
  adopt(last || own, last || first.text ? id : newId());
  if (!last) return;
  say("Your log from last time is back. ");
  if (id === home) button($("status"), "Discard it", {}, () => { remove({ ...last, id }); adopt(own, home); sync(); });
}
