// engine.js PAGE LOG CODE: starts the engine of a page that "view --editor" has written, as the page
// does, and opens a log with it. Fails unless the engine finds CODE in the log and nothing else.
"use strict";
const [page, log] = process.argv.slice(2, 4).map((name) => require("fs").readFileSync(name));
const wanted = process.argv[4], exit = process.exit;
const element = (id) => page.toString().split(`id="${id}">`)[1].split("</script>")[0].trim();
globalThis.self = globalThis;
globalThis.postMessage = ({ ready, failed, answer }) => {
  if (ready) return onmessage({ data: { id: 1, request: { do: "open", name: "x.log" }, text: new Uint8Array(log) } });
  if (!failed && answer === undefined) return; // how far it is
  const codes = answer && [...answer.matchAll(/"code":"([^"]+)"/g)].map((found) => found[1]);
  if (failed || String(codes) !== wanted) {
    console.error(failed || answer);
    exit(1);
  }
  exit(0);
};
(0, eval)(element("worker"));
onmessage({ data: { engine: element("engine") } });
