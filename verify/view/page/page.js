"use strict";
// Steps through a game. The data is in #data; every word in it is set as text, never as
// markup, for the log's author wrote it.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const words = data.words, moments = data.moments, spaces = data.spaces;
  const links = new Map([...document.querySelectorAll(".turns a")].map((a) => [a.getAttribute("href").slice(1), a]));
  const where = new Map();
  // Of a position the data has what changes; here each gets all of it.
  const full = { p: [], k: [], a: [] };
  moments.forEach((m, i) => {
    if (!where.has(m.l)) where.set(m.l, i);
    const turn = m.l.split(".")[0];
    if (!where.has(turn)) where.set(turn, i);
    for (const [list, n] of [["p", 3], ["k", 1], ["a", 1]]) {
      const changed = m[list] || [];
      if (changed.length) full[list] = full[list].slice();
      for (let j = 0; j < changed.length; j += n + 1) full[list][changed[j]] = n > 1 ? changed.slice(j + 1, j + 1 + n) : changed[j + 1];
      m[list] = full[list];
    }
  });
  for (const s of spaces) s.polygon = s.p.split(" ").map((xy) => xy.split(",").map(Number));
  const pieces = [...document.querySelectorAll(".moves")];
  const end = moments.findLastIndex((m) => !m.b); // the last moment of the game itself
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let quiz = data.quiz || [];
  let now = 0, timer = 0, right = 0, waiting = null, chosen = -1, turned = 0;
  // A page that is opened as a file may have no storage.
  const remember = (key, value) => { try { localStorage.setItem("tpnote-" + key, value); } catch { /* then it does not remember */ } };
  const recall = (key) => { try { return localStorage.getItem("tpnote-" + key); } catch { return null; } };

  function make(parent, name, text, attributes) {
    const svg = parent.namespaceURI.endsWith("svg");
    const e = svg ? document.createElementNS(parent.namespaceURI, name) : document.createElement(name);
    if (text) e.textContent = text;
    for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
    parent.appendChild(e);
    return e;
  }
  const at = ([x, y, scale]) => `translate(${x}px,${y}px) scale(${scale / 100})`;

  // show goes to a moment; it walks there if it is the next one.
  function show(i, quiet) {
    i = Math.max(0, Math.min(moments.length - 1, i));
    const m = moments[i], step = i === after(now);
    now = i;
    chosen = -1;
    $("missing").hidden = true;
    $("copied").textContent = "";
    board(m, step);
    $("heading").textContent = words[m.h];
    $("said").textContent = words[m.s];
    $("clock").textContent = words[m.c] + ". " + data.players.map((p, s) => p + ": " + words[m.a[s]]).join("; ") + ".";
    [...$("players").children].forEach((li, s) => {
      li.classList.toggle("actor", s === m.t);
      li.classList.toggle("won", (m.y || []).includes(s));
      li.querySelector(".has").textContent = words[m.a[s]];
      if (s === m.t) li.setAttribute("aria-current", "true"); else li.removeAttribute("aria-current");
    });
    $("count").textContent = `${i} of ${moments.length - 1}`;
    notes(m);
    laws(m);
    if ($("legal").open) legal(m);
    const link = links.get(m.l);
    document.querySelectorAll(".turns a[aria-current]").forEach((a) => a.removeAttribute("aria-current"));
    if (link) {
      link.setAttribute("aria-current", "step");
      const list = document.querySelector(".turns");
      if (list.scrollHeight > list.clientHeight) list.scrollTop = link.offsetTop - list.clientHeight / 3;
    }
    if (!quiet) history.replaceState(null, "", "#" + m.l);
  }

  function board(m, step) {
    pieces.forEach((g, i) => {
      g.getAnimations().forEach((walk) => walk.cancel());
      const from = g.style.transform;
      g.style.transform = at(m.p[i]);
      if (m.k.length) [...g.querySelectorAll("polygon")].forEach((slice, k) => {
        const held = (m.k[i] >> k) & 1;
        slice.setAttribute("class", held ? "slice" : "empty");
        slice.style.fill = held ? data.slices[k] : "";
      });
      if (i === m.v) g.parentNode.insertBefore(g, $("tags"));
      if (!step || calm.matches || from === g.style.transform) return;
      const way = i === m.v ? m.r.slice(1, -1).map((s) => at([spaces[s].x, spaces[s].y, m.p[i][2]])) : [];
      const frames = [from, ...way, at(m.p[i])].map((transform) => ({ transform }));
      g.animate(frames, { duration: 250 + 130 * frames.length, easing: "ease-in-out" });
    });
    trail(m);
    die(m.d);
    tags();
    targets();
  }

  // trail draws the way the piece came, and what was sent home.
  function trail(m) {
    const g = $("trail");
    g.replaceChildren();
    for (const s of m.x || []) {
      const p = spaces[s];
      make(g, "path", "", { class: "sent", d: `M${p.x - 24} ${p.y - 24}l48 48m0-48l-48 48` });
    }
    if (m.r && m.r.length > 1) {
      const way = m.r.map((s) => [spaces[s].x, spaces[s].y]);
      const n = way.length - 1, dir = Math.atan2(way[n][1] - way[n - 1][1], way[n][0] - way[n - 1][0]);
      const [tx, ty] = way[n], ahead = (l, a) => [tx + l * Math.cos(dir + a), ty + l * Math.sin(dir + a)].map((v) => v.toFixed(1));
      const head = Math.atan2(18, data.radius + 32);
      way[n] = ahead(-data.radius - 20, 0);
      for (const c of ["halo", "route"]) make(g, "polyline", "", { class: c, points: way.join(" "), ...(m.z && c === "route" && { "stroke-dasharray": 14 }) });
      make(g, "polygon", "", { class: "arrow", points: [ahead(-data.radius, 0), ahead(-data.radius - 32, head), ahead(-data.radius - 32, -head)].join(" ") });
    }
  }
  function die(face) {
    const d = $("die");
    d.replaceChildren();
    if (!face || !data.die) return;
    const [x, y] = data.die, o = 20;
    make(d, "rect", "", { class: "die", x: x - 40, y: y - 40, width: 80, height: 80, rx: 14 });
    const pips = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]][face];
    for (const p of pips) make(d, "circle", "", { class: "pip", cx: x + o * (p % 3 - 1), cy: y + o * (Math.floor(p / 3) - 1), r: 7.6 });
  }

  // tags names the spaces on which pieces stand, below the pieces as they are seen.
  function tags() {
    const g = $("tags"), a = (turned * Math.PI) / 180, size = data.letters;
    g.replaceChildren();
    for (const s of new Set(moments[now].p.map(([x, y]) => spaceAt({ x, y })))) {
      if (s < 0 || !spaces[s].t) continue;
      const x = spaces[s].x + data.below * Math.sin(a), y = spaces[s].y + data.below * Math.cos(a);
      const tag = make(g, "g", "", { transform: `translate(${x} ${y}) rotate(${-turned})` });
      const wide = size * (0.66 * spaces[s].t.length + 0.2);
      make(tag, "rect", "", { class: "plate", x: -wide / 2, y: -size / 2, width: wide, height: size });
      make(tag, "text", spaces[s].t, { class: "actor", "font-size": size });
    }
  }

  // targets rings what can be reached: with the roll that follows, or with any. Where one
  // of several pieces may move, it waits for one to be chosen.
  function targets() {
    const g = $("targets"), m = moments[now];
    g.replaceChildren();
    const ring = (s) => { if (s >= 0) make(g, "polygon", "", { class: "target pulse", points: spaces[s].p }); };
    if (waiting) {
      if (chosen >= 0) ring(chosen);
      return;
    }
    if (!$("legal").open) return;
    const groups = data.legal[m.o].filter(([die]) => !m.n || die === m.n);
    const several = new Set(groups.map((g) => g[1])).size > 1;
    if (chosen >= 0) ring(chosen);
    for (const [, from, ...to] of groups) if (!several || from === chosen) to.forEach(ring);
  }

  function notes(m) {
    $("errors").replaceChildren();
    $("notes").replaceChildren();
    for (const i of m.f || []) {
      const f = data.findings[i], p = make($("errors"), "div", "", { class: "finding " + f.s });
      make(p, "b", f.s);
      make(p, "bdi", " " + f.m + " ");
      make(p, "code", f.c);
      if (f.r) make(p, "p", f.r);
      if (f.q) make(p, "blockquote", f.q);
      if (f.h) { const ul = make(p, "ul"); for (const h of f.h) make(ul, "li", h); }
    }
    for (const c of m.m || []) make(make($("notes"), "p", "", { class: "comment" }), "bdi", words[c]);
  }

  function laws(m) {
    const list = $("rules").querySelector("ul");
    list.replaceChildren();
    $("rules").hidden = !m.w;
    for (const i of m.w || []) {
      const li = make(list, "li", data.laws[i].r);
      if (data.laws[i].s) make(li, "blockquote", data.laws[i].s);
    }
  }

  function legal(m) {
    const box = $("legal").querySelector("div");
    box.replaceChildren();
    const groups = data.legal[m.o];
    if (!groups.length) { make(box, "p", "Nothing: the game is over."); return; }
    const table = make(make(box, "table"), "tbody");
    const shared = groups.every((g) => g[1] === groups[0][1]);
    for (const [die, from, ...to] of groups) {
      const tr = make(table, "tr", "", die && die === m.n ? { class: "due" } : {});
      const piece = from < 0 || die ? -1 : m.p.findIndex(([x, y]) => x === spaces[from].x && y === spaces[from].y);
      const name = piece >= 0 ? pieces[piece].querySelector("text").textContent : from < 0 ? "" : spaces[from].n;
      const head = [die ? "roll " + die : "", shared ? "" : name].filter(Boolean).join(" · ") || name;
      const th = make(tr, "th", shared ? head : "", { scope: "row" });
      if (!shared) make(th, "button", head, { type: "button" }).addEventListener("click", () => choose(from));
      make(tr, "td", to.map((s) => (s < 0 ? "pass" : spaces[s].n)).join(", "));
    }
  }

  // after and before lead past the side lines that begin in between.
  const depth = (i) => (moments[i] || {}).b || 0;
  function after(i) {
    let k = i + 1;
    while (k < moments.length && depth(k) > depth(i)) k++;
    return k;
  }
  function before(i) {
    let k = i - 1;
    while (k > 0 && depth(k) > depth(i)) k--;
    return Math.max(0, k);
  }

  // choose chooses the piece on a space, to see where it may go.
  function choose(s) {
    chosen = chosen === s ? -1 : s;
    targets();
  }

  // The quiz asks before it shows.
  function forward() {
    const q = quiz.find((q) => after(q.m - 1) === after(now) && !q.done);
    if (q) { stop(); ask(q); return false; }
    if (after(now) === moments.length) { finish(); return false; }
    show(after(now));
    finish();
    return true;
  }
  function ask(q) {
    waiting = q;
    q.missed = false;
    q.hinted = 0;
    chosen = -1;
    document.body.classList.add("quizzing");
    $("board").classList.add("asks");
    const form = $("quiz"), box = $("options");
    form.hidden = false;
    form.querySelector("legend").textContent = q.a;
    form.querySelector("[type=submit]").textContent = "Answer";
    form.querySelector("[type=submit]").hidden = q.k === "one";
    $("hint").hidden = !q.h;
    $("show").hidden = false;
    box.replaceChildren();
    if (q.k === "place") {
      make(box, "label", "Click where to go, or choose here: ", { for: "place" });
      const list = make(box, "select", "", { id: "place" });
      make(list, "option", "…", { value: -1 });
      q.o.forEach((o, i) => make(list, "option", o.t, { value: i }));
      list.addEventListener("change", () => { const o = q.o[list.value]; chosen = o ? o.s : -1; targets(); });
    } else q.o.forEach((o, i) => {
      if (q.k === "one") return make(box, "button", o.t, { type: "button" }).addEventListener("click", () => pick(i));
      const label = make(box, "label");
      make(label, "input", "", { type: "checkbox", value: i });
      make(label, "span", o.t);
    });
    score();
    targets();
    box.querySelector("button,input,select").focus({ preventScroll: true });
    if (q.d) die(q.d);
    say("");
  }
  // say answers, with the question and the buttons in view.
  function say(verdict) {
    $("verdict").textContent = verdict;
    $("quiz").scrollIntoView({ block: "nearest" });
  }
  // pick is an answer that is one option. Whoever was wrong may try on.
  function pick(i) {
    const q = waiting, o = q.o[i];
    if (q.done || !o) return;
    const button = $("options").querySelectorAll("button")[i];
    if (button) { button.disabled = !o.r; button.classList.toggle("hit", !!o.r); }
    if ($("place")) $("place").value = i;
    chosen = o.s;
    targets();
    if (o.r) return settle(!q.missed, o.t + ": right. " + words[o.w]);
    q.missed = true;
    say(o.t + ": no. " + (words[o.w] || "Try another."));
  }
  function answer() {
    const q = waiting;
    if (q.k !== "several") { if ($("place")) pick(Number($("place").value)); return; }
    const ticked = [...$("options").querySelectorAll("input")].map((input) => input.checked);
    const wrong = q.o.map((o, i) => (ticked[i] && !o.r ? o.t + ": no. " + words[o.w] : "")).filter(Boolean);
    const left = q.o.filter((o, i) => o.r && !ticked[i]).length;
    if (!wrong.length && !left) return settle(!q.missed, "Right.");
    q.missed = true;
    say([...wrong, left ? (left === 1 ? "One more is right." : left + " more are right.") : ""].filter(Boolean).join("\n"));
  }
  // settle ends a question.
  function settle(good, verdict) {
    const q = waiting;
    q.done = true;
    q.good = good;
    if (good) right++;
    $("options").querySelectorAll("input,select,button").forEach((e) => { e.disabled = true; });
    $("hint").hidden = $("show").hidden = true;
    const button = $("quiz").querySelector("[type=submit]");
    button.hidden = false;
    button.textContent = "Go on";
    button.focus({ preventScroll: true });
    score();
    say(verdict);
  }
  function score() {
    const done = quiz.filter((q) => q.done).length;
    $("score").textContent = `${right} of ${done} right; ${quiz.length - done} to come`;
  }
  // finish shows the score when everything has been asked.
  function finish() {
    if (!quiz.length || !$("end") || quiz.some((q) => !q.done)) return;
    const missed = quiz.filter((q) => !q.good);
    $("end").hidden = false;
    $("end").firstChild.textContent = `All is asked: ${right} of ${quiz.length} right.`;
    $("again").hidden = !missed.length;
  }
  if ($("again")) $("again").addEventListener("click", () => {
    quiz = quiz.filter((q) => !q.good);
    for (const q of quiz) q.done = false;
    right = 0;
    $("end").hidden = true;
    show(before(after(quiz[0].m - 1)));
    ask(quiz[0]);
  });
  $("hint").addEventListener("click", () => {
    const q = waiting;
    say("Hint: " + q.h[q.hinted++ % q.h.length]);
  });
  $("show").addEventListener("click", () => {
    const q = waiting, rights = q.o.filter((o) => o.r);
    settle(false, rights.map((o) => o.t).join(q.k === "several" ? ", " : " or ") + ". " + (rights.length === 1 ? words[rights[0].w] : ""));
  });
  $("quiz").addEventListener("submit", (e) => {
    e.preventDefault();
    if (!waiting.done) return answer();
    leave();
    forward();
  });
  function leave() {
    waiting = null;
    chosen = -1;
    document.body.classList.remove("quizzing");
    $("board").classList.remove("asks");
    $("quiz").hidden = true;
    die(moments[now].d);
    targets();
  }

  // spaceAt is the space around a point, or -1.
  function spaceAt(p) {
    return spaces.findIndex(({ polygon }) => {
      let inside = false;
      polygon.forEach(([x, y], i) => {
        const [u, v] = polygon[(i || polygon.length) - 1];
        if (y > p.y !== v > p.y && p.x < ((u - x) * (p.y - y)) / (v - y) + x) inside = !inside;
      });
      return inside;
    });
  }
  $("board").addEventListener("click", (e) => {
    const s = spaceAt(new DOMPoint(e.clientX, e.clientY).matrixTransform($("turned").getScreenCTM().inverse())), q = waiting;
    if (s < 0) return;
    if (!q) {
      if (!data.legal[moments[now].o].some((g) => g[1] === s)) return;
      $("legal").open = true;
      return choose(s);
    }
    if (q.done || q.k === "one") return;
    const about = q.o.map((o, i) => i).filter((i) => q.o[i].s === s);
    if (q.k === "several") {
      const box = $("options").querySelectorAll("input")[about[0]];
      if (box) box.checked = !box.checked;
      return;
    }
    const from = chosen >= 0 ? about.filter((i) => q.o[i].f === chosen) : [];
    if (about.length === 1 || from.length) return pick(from.length ? from[0] : about[0]);
    if (q.o.some((o) => o.f === s)) return choose(s);
    say(about.length ? "Which piece? Click it first." : `Nothing can go to ${spaces[s].n} now.`);
  });

  // names shows or hides the names of the spaces.
  function names(on) {
    document.body.classList.toggle("named", on);
    document.querySelector("[data-go=names]").setAttribute("aria-pressed", on);
  }
  // turn turns the board by quarters; what is written stays upright.
  function turn(to) {
    turned = to % 360;
    $("turned").setAttribute("transform", `rotate(${turned} 500 500)`);
    tags();
    for (const text of $("board").querySelectorAll("text[x]")) text.setAttribute("transform", `rotate(${-turned} ${text.getAttribute("x")} ${text.getAttribute("y")})`);
    remember("turned", turned);
  }
  function copy() {
    const text = moments[now].q;
    $("copied").textContent = text;
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => { $("copied").textContent = "Copied: " + text; }, () => {});
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    const b = document.querySelector("[data-go=play]");
    b.textContent = "▶ Play";
    b.setAttribute("aria-label", "Play");
    b.setAttribute("aria-pressed", "false");
  }
  function play() {
    if (timer) return stop();
    if (now === end) show(0);
    const b = document.querySelector("[data-go=play]");
    b.textContent = "Ⅱ Pause";
    b.setAttribute("aria-label", "Pause");
    b.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { if (!forward()) stop(); }, 1800);
  }
  function finding() {
    for (let k = 1; k <= moments.length; k++) {
      const i = (now + k) % moments.length;
      if (moments[i].f) return show(i);
    }
  }
  function go(what) {
    if ({ names: 1, turn: 1, copy: 1 }[what]) return ({ names: () => { const on = !document.body.classList.contains("named"); names(on); remember("names", on ? "1" : ""); }, turn: () => turn(turned + 90), copy })[what]();
    if (what !== "play") stop();
    if (waiting && what === "forward") return;
    if (waiting) leave();
    ({ first: () => show(0), back: () => show(before(now)), play, forward, last: () => show(end), finding })[what]();
  }

  document.querySelectorAll("[data-go]").forEach((b) => b.addEventListener("click", () => go(b.dataset.go)));
  $("legal").addEventListener("toggle", () => { legal(moments[now]); targets(); });
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input,select")) return;
    const what = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", f: "finding", n: "names", t: "turn", c: "copy" }[e.key];
    if (what) go(what);
    else if (e.key === " " && !e.target.closest("button,summary,a")) go("play");
    else if (e.key === "l") $("legal").open = !$("legal").open;
    else return;
    e.preventDefault();
  });
  // linked is the moment that a link leads to; where there is none, the nearest, which it says.
  function linked(quiet) {
    stop();
    if (waiting) leave();
    const link = location.hash.slice(1);
    let i = where.get(link || "start");
    const missing = i === undefined;
    if (missing) {
      const wanted = link.match(/\d+/g) || [];
      i = 0;
      const line = link.startsWith("line");
      moments.forEach((m, k) => {
        if (line !== m.l.startsWith("line")) return;
        const [turn, action] = m.l.split(".").map((part) => Number(part.replace("line", "")));
        if (turn < wanted[0] || turn == wanted[0] && (action || 1) <= (wanted[1] || 1)) i = k;
      });
    }
    if (i !== now || quiet) show(i, quiet);
    $("missing").hidden = !missing;
    if (missing) $("missing").textContent = `There is no step ${link}. This is the nearest.`;
  }
  addEventListener("hashchange", () => linked(false));
  let seen = 0;
  addEventListener("beforeprint", () => { seen = now; show(end, true); });
  addEventListener("afterprint", () => show(seen, true));
  names((recall("names") ?? (quiz.length ? "1" : "")) === "1"); // questions are about names
  turn(Number(recall("turned")) || 0);
  linked(true);
})();
