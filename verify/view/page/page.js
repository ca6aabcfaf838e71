"use strict";
// Steps through a game. The data is in #data; every word in it is set as text, never as
// markup, for the log's author wrote it.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const words = data.words, moments = data.moments;
  const links = new Map([...document.querySelectorAll(".turns a")].map((a) => [a.getAttribute("href").slice(1), a]));
  const where = new Map();
  moments.forEach((m, i) => {
    if (!where.has(m.l)) where.set(m.l, i);
    const turn = m.l.split(".")[0];
    if (!where.has(turn)) where.set(turn, i);
  });
  const pieces = [...document.querySelectorAll(".moves")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const asked = new Map((data.quiz || []).map((q) => [q.m, q]));
  let now = 0, timer = 0, right = 0, total = 0, waiting = null;

  function make(parent, name, text, attributes) {
    const svg = parent.namespaceURI.endsWith("svg");
    const e = svg ? document.createElementNS(parent.namespaceURI, name) : document.createElement(name);
    if (text) e.textContent = text;
    for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
    parent.appendChild(e);
    return e;
  }
  const at = (x, y) => `translate(${x}px,${y}px)`;

  // show goes to a moment; it walks there if it is the next one.
  function show(i, quiet) {
    i = Math.max(0, Math.min(moments.length - 1, i));
    const m = moments[i], step = i === now + 1;
    now = i;
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
      const x = m.p[2 * i], y = m.p[2 * i + 1];
      g.getAnimations().forEach((walk) => walk.cancel());
      const from = g.style.transform;
      g.style.transform = at(x, y);
      if (m.k) [...g.querySelectorAll("polygon")].forEach((slice, k) => {
        const held = (m.k[i] >> k) & 1;
        slice.setAttribute("class", held ? "slice" : "empty");
        slice.style.fill = held ? data.slices[k] : "";
      });
      if (i === m.v) g.parentNode.insertBefore(g, $("die"));
      if (!step || calm.matches || from === g.style.transform) return;
      const way = i === m.v ? m.r.slice(1, -1).map((s) => at(data.spaces[s].x, data.spaces[s].y)) : [];
      const frames = [from, ...way, at(x, y)].map((transform) => ({ transform }));
      g.animate(frames, { duration: 250 + 130 * frames.length, easing: "ease-in-out" });
    });
    trail(m);
    targets();
  }

  // trail draws the way the piece came, the die, and what was sent home.
  function trail(m) {
    const g = $("trail"), d = $("die");
    g.replaceChildren();
    d.replaceChildren();
    for (const s of m.x || []) {
      const p = data.spaces[s];
      make(g, "path", "", { class: "sent", d: `M${p.x - 24} ${p.y - 24}l48 48m0-48l-48 48` });
    }
    if (m.r && m.r.length > 1) {
      const way = m.r.map((s) => [data.spaces[s].x, data.spaces[s].y]);
      const n = way.length - 1, dir = Math.atan2(way[n][1] - way[n - 1][1], way[n][0] - way[n - 1][0]);
      const [tx, ty] = way[n], ahead = (l, a) => [tx + l * Math.cos(dir + a), ty + l * Math.sin(dir + a)].map((v) => v.toFixed(1));
      const head = Math.atan2(18, data.radius + 32);
      way[n] = ahead(-data.radius - 20, 0);
      for (const c of ["halo", "route"]) make(g, "polyline", "", { class: c, points: way.join(" ") });
      make(g, "polygon", "", { class: "arrow", points: [ahead(-data.radius, 0), ahead(-data.radius - 32, head), ahead(-data.radius - 32, -head)].join(" ") });
    }
    if (m.d && data.die) {
      const [x, y] = data.die, o = 20;
      make(d, "rect", "", { class: "die", x: x - 40, y: y - 40, width: 80, height: 80, rx: 14 });
      const pips = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]][m.d];
      for (const p of pips) make(d, "circle", "", { class: "pip", cx: x + o * (p % 3 - 1), cy: y + o * (Math.floor(p / 3) - 1), r: 7.6 });
    }
  }

  // targets rings what can be reached: with the roll that follows, or with any.
  function targets() {
    const g = $("targets"), m = moments[now];
    g.replaceChildren();
    if (!$("legal").open || waiting) return;
    for (const [die, , ...to] of data.legal[m.o])
      if (!m.n || die === m.n)
        for (const s of to) if (s >= 0) make(g, "polygon", "", { class: "target pulse", points: data.spaces[s].p });
  }

  function notes(m) {
    const box = $("notes");
    box.replaceChildren();
    for (const i of m.f || []) {
      const f = data.findings[i], p = make(box, "div", "", { class: "finding " + f.s });
      make(p, "b", f.s);
      make(p, "bdi", " " + f.m + " ");
      make(p, "code", f.c);
      if (f.r) make(p, "p", f.r);
      if (f.q) make(p, "blockquote", f.q);
      if (f.h) { const ul = make(p, "ul"); for (const h of f.h) make(ul, "li", h); }
    }
    for (const c of m.m || []) make(make(box, "p", "", { class: "comment" }), "bdi", words[c]);
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
      const name = from < 0 ? "" : data.spaces[from].n;
      make(tr, "th", [die ? "roll " + die : "", shared ? "" : name].filter(Boolean).join(" · ") || name, { scope: "row" });
      make(tr, "td", to.map((s) => (s < 0 ? "pass" : data.spaces[s].n)).join(", "));
    }
  }

  // The quiz asks before it shows.
  function forward() {
    const q = asked.get(now + 1);
    if (q && !q.done) { stop(); ask(q); return false; }
    if (now === moments.length - 1) return false;
    show(now + 1);
    return true;
  }
  function ask(q) {
    waiting = q;
    document.body.classList.add("quizzing");
    const form = $("quiz"), box = form.querySelector("fieldset div");
    form.hidden = false;
    form.querySelector("legend").textContent = q.a;
    form.querySelector("button").textContent = "Answer";
    box.replaceChildren();
    q.o.forEach((o, i) => {
      const label = make(box, "label");
      make(label, "input", "", { type: "checkbox", value: i });
      make(label, "span", o.t);
    });
    score();
    targets();
    box.querySelector("input").focus();
  }
  function answer() {
    const q = waiting, box = $("quiz").querySelector("fieldset div");
    let good = true;
    [...box.querySelectorAll("label")].forEach((label, i) => {
      const o = q.o[i], input = label.firstChild;
      const hit = input.checked === o.r;
      good = good && hit;
      input.disabled = true;
      make(label, "span", (o.r ? " ✓ yes" : " ✗ no") + (hit ? "" : ", you were wrong"), { class: hit ? "right" : "wrong" });
      const why = document.createElement("p");
      why.className = "why";
      why.textContent = o.w;
      label.after(why);
    });
    q.done = true;
    total++;
    if (good) right++;
    score(good ? "Right." : "Not quite: see why.");
    const button = $("quiz").querySelector("button");
    button.textContent = "Go on";
    button.focus();
  }
  function score(verdict) {
    const left = [...asked.values()].filter((q) => !q.done).length;
    $("score").textContent = `${verdict || ""} Score: ${right} of ${total}; ${left} to come`;
  }
  $("quiz").addEventListener("submit", (e) => {
    e.preventDefault();
    if (!waiting.done) return answer();
    leave();
    show(now + 1);
  });
  function leave() {
    waiting = null;
    document.body.classList.remove("quizzing");
    $("quiz").hidden = true;
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
    if (now === moments.length - 1) show(0);
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
    if (what !== "play") stop();
    if (waiting && what !== "forward") leave();
    if (waiting) return;
    ({ first: () => show(0), back: () => show(now - 1), play, forward, last: () => show(moments.length - 1), finding })[what]();
  }

  document.querySelectorAll("[data-go]").forEach((b) => b.addEventListener("click", () => go(b.dataset.go)));
  $("legal").addEventListener("toggle", () => { legal(moments[now]); targets(); });
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input")) return;
    const what = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", n: "finding" }[e.key];
    if (what) go(what);
    else if (e.key === " " && !e.target.closest("button,summary,a")) go("play");
    else if (e.key === "l") $("legal").open = !$("legal").open;
    else return;
    e.preventDefault();
  });
  const linked = () => { stop(); if (waiting) leave(); const i = where.get(decodeURIComponent(location.hash.slice(1))); if (i !== undefined && i !== now) show(i); };
  addEventListener("hashchange", linked);
  let before = 0;
  addEventListener("beforeprint", () => { before = now; show(moments.length - 1, true); });
  addEventListener("afterprint", () => show(before, true));
  show(where.get(decodeURIComponent(location.hash.slice(1))) ?? 0, true);
})();
