// Runs the engine. The page sends {id, request, text}; the answer is {id, answer}. The files
// that a log may name, its variants, are in memory.
"use strict";
const files = new Map(), open = new Map();
let handles = 10;
const missing = (code) => Object.assign(new Error(code), { code });
const fileOf = (path) => files.get(path.replace(/^(\.\/|\/)+/, ""));
const stat = (bytes) => ({ isDirectory: () => false, dev: 0, ino: 0, mode: 0o100444, nlink: 1, uid: 0, gid: 0, rdev: 0, size: bytes.length, blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0 });
const look = (path, done) => { const f = fileOf(path); if (f) done(null, stat(f)); else done(missing("ENOENT")); };
globalThis.process = { getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1, getgroups: () => [], pid: 1, ppid: 1, umask: () => 0, cwd: () => "/", chdir() {} };
globalThis.path = { resolve: (...parts) => parts.join("/") };
globalThis.fs = {
  constants: { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 },
  writeSync(fd, buffer) { console.error(new TextDecoder().decode(buffer)); return buffer.length; },
  write(fd, buffer, offset, length, position, done) { done(null, this.writeSync(fd, buffer)); },
  open(path, flags, mode, done) {
    const f = fileOf(path);
    if (!f) return done(missing("ENOENT"));
    open.set(++handles, { f, at: 0 });
    done(null, handles);
  },
  read(fd, buffer, offset, length, position, done) {
    const h = open.get(fd), from = position === null ? h.at : position;
    const part = h.f.subarray(from, from + length);
    buffer.set(part, offset);
    if (position === null) h.at += part.length;
    done(null, part.length);
  },
  close(fd, done) { open.delete(fd); done(null); },
  fstat(fd, done) { done(null, stat(open.get(fd).f)); },
  stat: look,
  lstat: look,
};

let reported = 0;
globalThis.judged = (done, of) => {
  if (performance.now() - reported < 50) return;
  reported = performance.now();
  postMessage({ done, of });
};
// lettered draws a line of text for an animation: how opaque each pixel is, with the base line three
// quarters down.
const paper = typeof OffscreenCanvas === "function" && new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
globalThis.lettered = (line, size, bold) => {
  if (!paper) throw new Error("this browser cannot draw letters for an animation");
  const font = `${bold ? "bold " : ""}${size}px sans-serif`;
  paper.font = font;
  const wide = Math.max(1, Math.ceil(paper.measureText(line).width)), high = Math.ceil(1.6 * size);
  Object.assign(paper.canvas, { width: wide, height: high });
  paper.font = font;
  paper.fillText(line, 0, Math.floor(0.75 * high));
  const pixels = paper.getImageData(0, 0, wide, high).data, alpha = new Uint8Array(wide * high);
  for (let i = 0; i < alpha.length; i++) alpha[i] = pixels[4 * i + 3];
  return { wide, high, alpha };
};
// unpack makes four bytes of five characters. The first four are the length.
function unpack(text) {
  const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?_,()[]{}@%$#;", of = new Uint8Array(128);
  for (let i = 0; i < digits.length; i++) of[digits.charCodeAt(i)] = i;
  const out = new Uint8Array(text.length / 5 * 4);
  for (let from = 0, to = 0; from < text.length; to += 4) {
    let n = 0;
    for (let i = 0; i < 5; i++) n = n * 85 + of[text.charCodeAt(from++)];
    out[to] = n >>> 24;
    out[to + 1] = n >>> 16;
    out[to + 2] = n >>> 8;
    out[to + 3] = n;
  }
  return out.subarray(4, 4 + new DataView(out.buffer).getUint32(0));
}
const begun = new Promise((resolve) => { globalThis.ready = resolve; });
globalThis.onmessage = async ({ data }) => {
  if (data.engine) {
    try {
      const go = new Go();
      const { instance } = await WebAssembly.instantiate(fzstd.decompress(unpack(data.engine)), go.importObject);
      go.run(instance).then(() => postMessage({ failed: "the engine has stopped" }));
      await begun;
      postMessage({ ready: true });
    } catch (err) { postMessage({ failed: String(err && err.message || err) }); }
    return;
  }
  if (data.file) return void files.set(data.file, data.text);
  reported = performance.now();
  const ask = await begun;
  postMessage({ id: data.id, answer: ask(JSON.stringify(data.request), data.text || new Uint8Array()) });
};
