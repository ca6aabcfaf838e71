// Files, links, pictures.

// decoded is the text of some bytes, and their encoding if that is not UTF-8.
function decoded(b) {
  const mark = { "255,254": "UTF-16LE", "254,255": "UTF-16BE" }[b.slice(0, 2).join()];
  if (mark) return [new TextDecoder(mark).decode(b), mark];
  try {
    return [new TextDecoder("UTF-8", { ignoreBOM: true, fatal: true }).decode(b)];
  } catch {
    return [new TextDecoder("Windows-1252").decode(b), "Windows-1252"];
  }
}
async function openFiles(list) {
  for (const f of list) {
    const b = new Uint8Array(await f.arrayBuffer());
    if (/\.ya?ml$/.test(f.name)) {
      files[f.name] = new TextDecoder().decode(b);
      if (engine === "ready") worker.postMessage({ file: f.name, text: b });
      sent = null;
      offer(f.name);
      edited++;
      say(`${f.name} can be chosen under Rules.`);
      continue;
    }
    const [of, encoding] = decoded(b), again = bytes(of);
    open({ name: f.name, text: of.replace(/\r\n?/g, "\n"), crlf: /\r\n/.test(of) && !/[^\r]\n/.test(of), files });
    later(() => {
      edited++;
      if (encoding) return say(`${f.name} is in ${encoding}; it is saved as UTF-8.`);
      if (of.includes("\r") || again.length !== b.length || again.some((x, i) => x !== b[i])) raw = b;
    });
  }
  sync();
}
function download(parts, type, as) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob(parts, { type }));
  a.download = as;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
  say(a.download + " is saved.");
}
const base = () => name.split("/").pop();
const save = () => download([raw || (crlf ? text.replace(/\n/g, "\r\n") : text)], "text/plain", base());
// exportAll saves all logs in one file, one game after the other.
const exportAll = () => download([all().map((of) => of.text.trimEnd() + "\n").join("\n")], "text/plain", "all-games.log");
// picture saves the board as SVG.
function picture() {
  const svg = $("board").cloneNode(true);
  svg.querySelector("#lit").remove();
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const style = make(svg, "style", "text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central}");
  svg.prepend(style);
  const colours = getComputedStyle(document.documentElement);
  const out = new XMLSerializer().serializeToString(svg).replace(/var\((--[\w-]+)\)/g, (all, v) => colours.getPropertyValue(v).trim() || all);
  download([out], "image/svg+xml", base().replace(/\.[^.]*$/, "") + ".svg");
}
// exported saves a file that the engine makes of the log.
const exported = (request, type, ending) => later(async () => {
  if (stale()) return true;
  const reply = await ask({ line: live ? -1 : lineAt(caret), names: $("names").getAttribute("aria-pressed") === "true", ...request });
  if (reply.error) return void say(reply.error);
  download([Uint8Array.from(atob(reply.file), (c) => c.charCodeAt(0))], type, base().replace(/\.[^.]*$/, "") + ending);
  if (reply.left) say(`The game is too long for an animation: ${counted(reply.left, "step")} left out.`);
}, true);
const through = async (b, stream) => new Uint8Array(await new Response(new Blob([b]).stream().pipeThrough(stream)).arrayBuffer());
const longest = 8000; // characters of a link
async function link() {
  const state = { t: text, n: name, v: $("variant").value, s: $("set").value };
  const packed = await through(bytes(JSON.stringify(state)), new CompressionStream("gzip"));
  const code = btoa(String.fromCharCode(...packed.subarray(0, longest))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  if (code.length > longest) return say("This log is too long for a link. Save it as a file.");
  $("linked").hidden = false;
  $("url").value = location.href.split("#")[0] + "#log=" + code;
  $("url").select();
  const where = location.protocol === "file:" ? " This page is a file, so the link works on this machine only: send the log as a file, or put the page at an address." : "";
  say("The link contains the log; nothing is sent until you send it." + where);
  if (navigator.clipboard) navigator.clipboard.writeText($("url").value).then(() => say("The link is copied. It contains the log." + where), () => {});
}
async function linked() {
  const code = location.hash.match(/^#log=([\w-]+)$/);
  if (!code) return null;
  try {
    const b = Uint8Array.from(atob(code[1].replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(b, new DecompressionStream("gzip"))));
  } catch { say("The log in the link is damaged."); return null; }
}
