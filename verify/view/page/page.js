"use strict";
// Steps through games. The data is in #data; every word in it is set as text, never as
// markup, for the log's author wrote it.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const words = data.words, spaces = data.spaces, films = data.films;
  const outlines = document.querySelectorAll("#turned > .space");
  spaces.forEach((s, i) => { s.p = outlines[i].getAttribute("points"); });
  for (const s of spaces) s.polygon = s.p.split(" ").map((xy) => xy.split(",").map(Number));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  // A page that is opened as a file may have no storage.
  const remember = (key, value) => { try { localStorage.setItem("tpnote-" + key, value); } catch { /* then it does not remember */ } };
  const recall = (key) => { try { return localStorage.getItem("tpnote-" + key); } catch { return null; } };

  // The film that is shown, and what belongs to it.
  let film, moments, pieces, owners, links, where, end;
  let now = 0, timer = 0, right = 0, waiting = null, chosen = -1, turned = 0, lit = false, named = false, letters = true;
  let fake = null; // the move that is not allowed, while it is shown
  let exam = null; // the questions that are left of a quiz of all films
  const prepared = films.map((f, i) => {
    const from = document.querySelectorAll("template.film")[i].content;
    const pieces = [...from.querySelectorAll(".moves")], links = new Map();
    // Of a position the data has what changes; here each gets all of it.
    const full = { p: [], k: [], a: [] }, where = new Map(), prefix = i ? i + 1 + "/" : "";
    f.moments.forEach((m, at) => {
      for (const name of [m.l, m.l.split(".")[0]]) if (!where.has(name)) where.set(name, at);
      for (const [list, n] of [["p", 4], ["k", 1], ["a", 1]]) {
        const changed = m[list] || [];
        if (changed.length) full[list] = full[list].slice();
        for (let j = 0; j < changed.length; j += n + 1) full[list][changed[j]] = n > 1 ? changed.slice(j + 1, j + 1 + n) : changed[j + 1];
        m[list] = full[list];
      }
    });
    for (const q of f.quiz || []) q.film = i;
    const nodes = { pieces, players: players(f, pieces), turns: turns(f, prefix, links) };
    return { f, i, nodes, where, prefix, links, end: f.moments.findLastIndex((m) => !m.b) };
  });
  let quiz = films.flatMap((f) => f.quiz || []);
  const chapters = films.flatMap((f, i) => (f.chapters || []).map((c) => ({ film: i, moment: c.m, title: c.t })));
  if (chapters.length && quiz.length) chapters.push({ title: "The quiz", exam: true });
  for (const q of quiz) { // for a sheet of paper
    const li = make(document.querySelector(".asked > ol"), "li", q.a), options = make(li, "ul");
    for (const o of q.o) if (!o.z) make(options, "li", "☐ " + o.t);
  }
  const title = document.title + chapters.map((c) => c.title).join();
  const done = new Set(JSON.parse(recall("done-" + title) || "[]"));

  function make(parent, name, text, attributes) {
    const e = document.createElementNS((name === "svg" ? $("board") : parent).namespaceURI, name);
    if (text) e.textContent = text;
    for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
    parent.appendChild(e);
    return e;
  }
  const at = ([x, y, scale]) => `translate(${x}px,${y}px) scale(${scale / 100})`;

  // players lists the players of a film, each with a piece to be known by.
  function players(f, pieces) {
    const list = document.createElement("ul"), size = 1.2 * data.radius;
    f.players.forEach((player, s) => {
      const li = make(list, "li", "", { style: "--player:" + player.colour });
      const token = make(li, "svg", "", { class: "token", viewBox: `-${size} -${size} ${2 * size} ${2 * size}`, "aria-hidden": true });
      const own = pieces.find((g, k) => f.pieces[k].o === s);
      if (own) token.replaceChildren(...own.cloneNode(true).childNodes);
      make(make(li, "b"), "bdi", player.name);
      li.append(" ");
      make(li, "span", "", { class: "has" });
    });
    return [...list.children];
  }
  // turns lists the turns of a film, an item for each line of the log, and adds the link of each moment to links.
  function turns(f, prefix, links) {
    const list = document.createElement("ol");
    let does, below;
    f.moments.forEach((m, i) => {
      if (!i || m.i !== f.moments[i - 1].i) {
        const li = make(list, "li", "", m.b ? { class: "side", style: `margin-left:${m.b}em` } : {});
        make(li, "span", m.g ? m.g + "." : "", { class: "number" });
        const line = make(li, "div");
        does = make(line, "div");
        below = make(line, "div");
        if (m.b) make(does, "span", "Side line: ", { class: "flag" });
        if (m.u) { make(make(does, "b"), "bdi", m.u); does.append(" "); }
      }
      const link = make(does, "a", "", { href: "#" + prefix + m.l });
      links.set(m.l, link);
      make(link, "bdi", i ? m.e || "…" : "The game begins");
      does.append(" ");
      const found = (m.f || []).map((k) => f.findings[k]);
      for (const one of found) finding(below, one, "print ");
      for (const c of m.m || []) make(make(below, "p", "", { class: "comment" }), "bdi", c);
      if (!found.length) return;
      const severity = (found.find((one) => one.s === "error") || found[found.length - 1]).s;
      link.className = severity;
      make(link, "span", ` (${severity})`, { class: "flag" });
    });
    return [...list.children];
  }
  // finding adds what is wrong, in a line.
  function finding(parent, f, shown = "") {
    const p = make(parent, "div", "", { class: `finding ${shown}${f.s}` });
    make(p, "b", f.s);
    make(p, "bdi", " " + f.m + " ");
    make(p, "code", f.c);
    return p;
  }

  // open shows another film, at its start.
  function open(i) {
    if (film === prepared[i]) return;
    film = prepared[i];
    ({ where, links, end } = film);
    moments = film.f.moments;
    pieces = film.nodes.pieces;
    owners = film.f.pieces.map((p) => p.o);
    $("pieces").replaceChildren(...pieces);
    $("players").replaceChildren(...film.nodes.players);
    document.querySelector(".turns > ol").replaceChildren(...film.nodes.turns);
    $("facts").textContent = chapters.length ? film.f.title : film.f.facts;
    document.querySelector("[data-go=finding]").hidden = !film.f.findings || !film.f.findings.length;
    now = 0;
    upright();
    signs();
  }

  // show goes to a moment; it walks there if it is the next one.
  function show(i, quiet) {
    i = Math.max(0, Math.min(moments.length - 1, i));
    const m = moments[i], step = i === after(now);
    now = i;
    chosen = -1;
    fake = null;
    $("missing").hidden = true;
    $("copied").textContent = "";
    board(m, step);
    $("heading").textContent = m.h;
    $("said").textContent = m.s || "";
    $("clock").textContent = words[m.c] + ". " + film.f.players.map((p, s) => p.name + ": " + words[m.a[s]]).join("; ") + ".";
    film.nodes.players.forEach((li, s) => {
      li.classList.toggle("actor", s === m.t);
      li.classList.toggle("won", (m.y || []).includes(s));
      li.querySelector(".has").textContent = words[m.a[s]];
      if (s === m.t) li.setAttribute("aria-current", "true"); else li.removeAttribute("aria-current");
      const own = pieces.find((g, k) => owners[k] === s && g.querySelector("polygon"));
      if (own) li.querySelector("svg").replaceChildren(...[...own.querySelectorAll(":not(.star)")].map((e) => e.cloneNode(true)));
    });
    $("count").textContent = `${i} of ${moments.length - 1}`;
    $("onward").hidden = !data.play || !data.legal[m.o].length;
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
    if (!quiet) history.replaceState(null, "", "#" + film.prefix + m.l);
    chapter();
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
      g.querySelectorAll(".star").forEach((star) => star.remove());
      if (i === m.v) {
        g.parentNode.appendChild(g);
        const r = data.radius;
        if ((m.y || []).includes(owners[i])) make(g, "polygon", "", { class: "star", points: star(0.8 * r, -0.8 * r, 0.7 * r) });
      }
      if (!step || calm.matches || from === g.style.transform) return;
      const way = i === m.v ? m.r.slice(1, -1).map((s) => at([spaces[s].x, spaces[s].y, m.p[i][2]])) : [];
      const frames = [from, ...way, at(m.p[i])].map((transform) => ({ transform }));
      g.animate(frames, { duration: 250 + 130 * frames.length, easing: "ease-in-out" });
    });
    crowds(m);
    trail(m);
    die(m.d);
    tags();
    targets();
  }
  const star = (x, y, r) => Array.from({ length: 10 }, (_, i) => [x + r * (i % 2 ? 0.45 : 1) * Math.sin((i * Math.PI) / 5), y - r * (i % 2 ? 0.45 : 1) * Math.cos((i * Math.PI) / 5)].map((v) => v.toFixed(1)).join()).join(" ");

  // crowds puts a plate below pieces that share a space.
  function crowds(m) {
    const g = $("crowds"), on = new Map();
    g.replaceChildren();
    for (const [x, y, scale, s] of m.p) if (s >= 0 && !spaces[s].c) on.set(s, [...(on.get(s) || []), [x, y, (data.radius * scale) / 100]]);
    for (const all of on.values()) {
      if (all.length < 2) continue;
      const edge = (i, sign) => Math.max(...all.map((p) => sign * p[i] + p[2])) + 5;
      const x = -edge(0, -1), y = -edge(1, -1);
      make(g, "rect", "", { class: "crowd", x, y, width: edge(0, 1) - x, height: edge(1, 1) - y, rx: 25 });
    }
  }

  // arrow draws a way, with its head at the end.
  function arrow(g, route, perhaps) {
    const way = route.map((s) => [spaces[s].x, spaces[s].y]);
    const n = way.length - 1, dir = Math.atan2(way[n][1] - way[n - 1][1], way[n][0] - way[n - 1][0]);
    const [tx, ty] = way[n], ahead = (l, a) => [tx + l * Math.cos(dir + a), ty + l * Math.sin(dir + a)].map((v) => v.toFixed(1));
    const head = Math.atan2(18, data.radius + 32);
    make(g, "polygon", "", { class: "from", points: spaces[route[0]].p });
    way[n] = ahead(-data.radius - 20, 0);
    for (const c of ["halo", "route"]) make(g, "polyline", "", { class: c, points: way.join(" "), ...(perhaps && c === "route" && { "stroke-dasharray": 14 }) });
    make(g, "polygon", "", { class: "arrow", points: [ahead(-data.radius, 0), ahead(-data.radius - 32, head), ahead(-data.radius - 32, -head)].join(" ") });
  }

  // trail draws the way the piece came, and what was sent home.
  function trail(m) {
    const g = $("trail");
    g.replaceChildren();
    for (const s of m.x || []) {
      const p = spaces[s];
      make(g, "path", "", { class: "sent", d: `M${p.x - 24} ${p.y - 24}l48 48m0-48l-48 48` });
    }
    if (m.r && m.r.length > 1) arrow(g, m.r, m.z);
  }
  function die(face) {
    const d = $("die");
    d.replaceChildren();
    if (!face || !data.die) return;
    const [x, y] = data.die, o = 20;
    make(d, "rect", "", { class: "shade", x: x - 35, y: y - 33, width: 80, height: 80, rx: 14 });
    make(d, "rect", "", { class: "die", x: x - 40, y: y - 40, width: 80, height: 80, rx: 14 });
    const pips = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]][face];
    for (const p of pips) make(d, "circle", "", { class: "pip", cx: x + o * (p % 3 - 1), cy: y + o * (Math.floor(p / 3) - 1), r: 7.6 });
  }

  // tags names the spaces on which pieces stand, below the pieces as they are seen.
  function tags() {
    const g = $("tags"), a = (turned * Math.PI) / 180, size = data.letters;
    g.replaceChildren();
    for (const s of new Set(moments[now].p.map((p) => p[3]))) {
      if (s < 0 || !spaces[s].t) continue;
      const x = spaces[s].x + data.below * Math.sin(a), y = spaces[s].y + data.below * Math.cos(a);
      const tag = make(g, "g", "", { transform: `translate(${x} ${y}) rotate(${-turned})` });
      const wide = size * (0.66 * spaces[s].t.length + 0.2);
      make(tag, "rect", "", { class: "plate", x: -wide / 2, y: -size / 2, width: wide, height: size });
      make(tag, "text", spaces[s].t, { class: "tag", "font-size": size });
    }
  }

  // targets lights what can be reached: with the roll that follows, or with any. Where one
  // of several pieces may move and there is no roll, it waits for one to be chosen.
  function targets() {
    const g = $("targets"), m = moments[now], colour = m.t < 0 ? "" : film.f.players[m.t].colour;
    g.replaceChildren();
    const ring = (s) => {
      if (s < 0) return;
      make(g, "polygon", "", { class: "glow", points: spaces[s].p });
      const on = make(g, "g", "", { class: "pulse" });
      make(on, "polygon", "", { class: "target", points: spaces[s].p }).style.stroke = colour;
      make(on, "circle", "", { class: "star", cx: spaces[s].x, cy: spaces[s].y, r: 13 }).style.fill = colour;
    };
    if (waiting) {
      for (const s of waiting.g || []) ring(s);
      for (const way of waiting.w || []) arrow(g, way);
      if (chosen >= 0) ring(chosen);
      return;
    }
    if (!lit) return;
    const groups = data.legal[m.o].filter(([die]) => !m.n || die === m.n);
    const several = !m.n && new Set(groups.map((g) => g[1])).size > 1;
    if (chosen >= 0) ring(chosen);
    for (const [, from, ...to] of groups) if (chosen < 0 ? !several : from === chosen) to.forEach(ring);
  }

  function notes(m) {
    $("errors").replaceChildren();
    $("notes").replaceChildren();
    for (const i of m.f || []) {
      const f = film.f.findings[i], p = finding($("errors"), f);
      if (f.w) make(p, "p", f.w.r);
      if (f.w && f.w.s) make(p, "blockquote", f.w.s);
      if (f.h) { const ul = make(p, "ul"); for (const h of f.h) make(ul, "li", h); }
    }
    for (const c of m.m || []) make(make($("notes"), "p", "", { class: "comment" }), "bdi", c);
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
      const piece = from < 0 || die ? -1 : m.p.findIndex((p) => p[3] === from);
      const name = piece >= 0 ? film.f.pieces[piece].s[1] : from < 0 ? "" : spaces[from].n;
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

  // The chapters: current is the one of a moment, and chapter says where it ends.
  const current = () => chapters.findLastIndex((c) => c.film === film.i && c.moment <= now);
  function chapter() {
    $("next").hidden = true;
    if (!chapters.length) return;
    const k = exam ? chapters.length - 1 : current(), next = chapters[k + 1];
    const last = next && (next.film === film.i ? after(now) === next.moment : after(now) >= moments.length);
    const asks = quiz.some((q) => q.film === film.i && after(q.m - 1) === after(now) && !q.done);
    if (!exam && last && !asks) {
      done.add(chapters[k].title);
      remember("done-" + title, JSON.stringify([...done]));
      $("next").hidden = false;
      $("next").firstChild.textContent = `Go on to: ${next.title} →`;
    }
    list(k);
  }
  // list writes the list of chapters.
  function list(k) {
    $("chapters").querySelector("summary").textContent = `Chapter ${k + 1} of ${chapters.length}: ${chapters[k].title}`;
    $("chapters").querySelectorAll("button").forEach((b, i) => {
      b.textContent = `${done.has(chapters[i].title) ? "✓" : "○"} ${chapters[i].title}`;
      b.setAttribute("aria-label", chapters[i].title + (done.has(chapters[i].title) ? ", done" : ""));
      if (i === k) b.setAttribute("aria-current", "true"); else b.removeAttribute("aria-current");
    });
  }
  function toChapter(k) {
    const c = chapters[k];
    if (!c) return;
    stop();
    if (waiting) leave();
    exam = null;
    $("chapters").open = false;
    if (!c.exam) { open(c.film); show(c.moment); $("heading").focus(); return; }
    for (const q of quiz) q.done = q.good = false;
    right = 0;
    exam = quiz.slice();
    examine();
  }
  // examine asks the next question of the quiz of all films.
  function examine() {
    const q = exam[0];
    if (!q) {
      done.add(chapters[chapters.length - 1].title);
      remember("done-" + title, JSON.stringify([...done]));
      exam = null;
      finish();
      list(chapters.length - 1);
      return;
    }
    open(q.film);
    show(before(after(q.m - 1)), true);
    list(chapters.length - 1);
    ask(q);
  }
  chapters.forEach((c, k) => make(make($("chapters").querySelector("ol"), "li"), "button", c.title, { type: "button" }).addEventListener("click", () => toChapter(k)));
  $("heading").tabIndex = -1;
  $("next").firstChild.addEventListener("click", () => toChapter(current() + 1));

  // forward goes on; it asks, or shows a move that is not allowed, before it shows what comes.
  function forward() {
    const q = quiz.find((q) => q.film === film.i && after(q.m - 1) === after(now) && !q.done);
    if (q) { stop(); ask(q); return false; }
    const s = (film.f.spots || []).find((s) => s.m === after(now) && !s.done);
    if (s && s !== fake) { pretend(s); return true; }
    const missed = fake;
    if (missed) miss(missed);
    if (after(now) >= moments.length) {
      chapter(); // its last question may just have been answered
      if (!$("next").hidden) toChapter(current() + 1); else finish();
      return false;
    }
    show(after(now));
    if (missed) caught("That move was not allowed: " + missed.o.find((o) => o.r).w + " This is what was played.");
    else caught("");
    finish();
    return true;
  }

  // Spot the fault: pretend shows a move that is not allowed.
  const caught = (text) => { $("caught").textContent = text; };
  function pretend(s) {
    fake = s;
    caught("");
    const m = moments[now], i = m.p.findIndex((p) => p[3] === s.f), to = spaces[s.s];
    $("heading").textContent = s.n;
    $("said").textContent = "";
    notes({});
    if (i >= 0) {
      const scale = m.p[i][2], from = pieces[i].style.transform;
      pieces[i].style.transform = at([to.x, to.y, scale]);
      pieces[i].parentNode.appendChild(pieces[i]);
      if (!calm.matches) pieces[i].animate([{ transform: from }, { transform: pieces[i].style.transform }], { duration: 500, easing: "ease-in-out" });
    }
    trail({ r: [s.f, s.s] });
    die(s.d);
  }
  function miss(s) {
    s.done = true;
    s.good = false;
  }
  $("stop").addEventListener("click", () => {
    stop();
    if (!fake) {
      const m = moments[now];
      return caught(now ? "That move is allowed. " + (m.w || []).map((i) => data.laws[i].s || data.laws[i].r).slice(-1).join() : "Nothing has happened yet.");
    }
    const s = fake;
    s.done = true;
    ask({ a: "Stopped in time. Why is it not allowed?", k: "one", o: s.o, m: after(now), d: s.d, film: film.i, spot: s });
  });

  function ask(q) {
    waiting = q;
    $("missing").hidden = true;
    q.missed = false;
    q.hinted = 0;
    chosen = -1;
    document.body.classList.add("quizzing");
    $("board").classList.add("asks");
    signs();
    const form = $("quiz"), box = $("options");
    form.hidden = false;
    form.querySelector("legend").textContent = q.a;
    form.querySelector("[type=submit]").textContent = "Answer";
    form.querySelector("[type=submit]").hidden = q.k === "one";
    $("hint").hidden = !q.h;
    $("show").hidden = false;
    box.replaceChildren();
    if (q.k === "place") {
      make(box, "label", "Tap the board, or choose: ", { for: "place" });
      const choice = make(box, "select", "", { id: "place" });
      make(choice, "option", "…", { value: -1 });
      q.o.forEach((o, i) => { if (!o.z) make(choice, "option", o.t, { value: i }); });
      choice.addEventListener("change", () => { const o = q.o[choice.value]; chosen = o ? o.s : -1; targets(); });
      make(box, "label", "or write it: ", { for: "written" });
      make(box, "input", "", { id: "written", type: "text", size: 12, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
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
  // pick is an answer that is one option. A learner who was wrong may try on.
  function pick(i) {
    const q = waiting, o = q.o[i];
    if (q.done || !o) return;
    const button = $("options").querySelectorAll("button")[i];
    if (button) { button.disabled = !o.r; button.classList.toggle("hit", !!o.r); }
    if ($("place")) $("place").value = o.z ? -1 : i;
    chosen = o.s;
    targets();
    if (o.r) return settle(!q.missed, bare(o.t) + ": right. " + o.w);
    q.missed = true;
    say(bare(o.t) + ": no. " + (o.w || "Try another."));
  }
  const bare = (text) => text.replace(/\.$/, "");
  // write is an answer that is typed; the marks at its end do not count.
  const plain = (word) => word.trim().toLowerCase().replace(/[-+*#]+$/, "").replace("x", "-");
  function write(q, typed) {
    const i = q.o.findIndex((o) => o.x && plain(o.x) === plain(typed));
    if (i >= 0) return pick(i);
    q.missed = true;
    const other = q.o.find((o) => o.x && !o.r), roll = /^(\d):/.exec(typed);
    if (q.d && roll && Number(roll[1]) !== q.d) return say(`The roll is ${q.d}, so the move begins with ${q.d}:`);
    if (q.d && !roll) return say(`A move begins with the roll: ${q.d}:`);
    say(`${typed.trim()} is no move of this position.` + (other ? ` A move looks like ${other.x}` : ""));
  }
  function answer() {
    const q = waiting;
    if ($("written") && $("written").value.trim()) return write(q, $("written").value);
    if (q.k !== "several") { if ($("place")) pick(Number($("place").value)); return; }
    const ticked = [...$("options").querySelectorAll("input")].map((input) => input.checked);
    const wrong = q.o.map((o, i) => (ticked[i] && !o.r ? bare(o.t) + ": no. " + o.w : "")).filter(Boolean);
    const left = q.o.filter((o, i) => o.r && !ticked[i]).length;
    if (!wrong.length && !left) return settle(!q.missed, "Right.");
    q.missed = true;
    say([...wrong, left ? (left === 1 ? "One right answer is still missing." : left + " right answers are still missing.") : ""].filter(Boolean).join("\n"));
  }
  // settle ends a question.
  function settle(good, verdict) {
    const q = waiting;
    q.done = true;
    q.good = good;
    if (q.spot) q.spot.good = good;
    else if (good) right++;
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
    if (waiting.spot) { $("score").textContent = ""; return; }
    const before = quiz.filter((q) => q.done).length;
    $("score").textContent = `Question ${Math.min(quiz.length, before + (waiting.done ? 0 : 1))} of ${quiz.length} · ${right} right`;
  }
  // finish shows the score when everything has been asked.
  function finish() {
    const spots = film.f.spots || [], all = exam ? [] : data.spot && now === end ? spots : quiz;
    if (!all.length || all.some((q) => !q.done) || chapters.length && done.size < chapters.length && !done.has("The quiz")) return;
    const missed = all.filter((q) => !q.good);
    $("end").hidden = false;
    $("end").firstChild.textContent = `That's all: ${all.length - missed.length} of ${all.length} right.`;
    $("again").hidden = !missed.length || all === spots;
  }
  $("again").addEventListener("click", () => {
    const missed = quiz.filter((q) => !q.good);
    quiz = missed;
    for (const q of quiz) q.done = false;
    right = 0;
    $("end").hidden = true;
    if (chapters.length) { exam = quiz.slice(); return examine(); }
    show(before(after(quiz[0].m - 1)));
    ask(quiz[0]);
  });
  $("hint").addEventListener("click", () => {
    const q = waiting;
    say("Hint: " + q.h[q.hinted++ % q.h.length]);
  });
  $("show").addEventListener("click", () => {
    const q = waiting, rights = q.o.filter((o) => o.r);
    settle(false, rights.map((o) => o.t).join(q.k === "several" ? ", " : " or ") + ". " + (rights.length === 1 ? rights[0].w : ""));
  });
  $("quiz").addEventListener("submit", (e) => {
    e.preventDefault();
    if (!waiting.done) return answer();
    leave();
    if (exam) { exam.shift(); examine(); } else forward();
    const focus = !$("next").hidden ? $("next").firstChild : !$("end").hidden && !$("again").hidden ? $("again") : document.querySelector("[data-go=forward]");
    if (waiting) return;
    focus.focus({ preventScroll: true });
    focus.scrollIntoView({ block: "nearest" });
  });
  function leave() {
    waiting = null;
    chosen = -1;
    document.body.classList.remove("quizzing");
    $("board").classList.remove("asks");
    $("quiz").hidden = true;
    fake = null;
    signs();
    board(moments[now]);
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
      light(true);
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
    say(about.length ? "Which piece? Tap it first." : `Nothing can go to ${spaces[s].n} now.`);
  });

  // light shows or hides where a player can go.
  function light(on) {
    lit = on;
    document.querySelector("[data-go=legal]").setAttribute("aria-pressed", on);
    targets();
  }
  // names shows or hides the names of the spaces, and of the pieces. A question about moves shows them.
  function names(on) {
    named = on;
    document.querySelector("[data-go=names]").setAttribute("aria-pressed", on);
    signs();
  }
  function signs() {
    const on = named || (waiting !== null && waiting.k !== "one");
    document.body.classList.toggle("named", on);
    film.f.pieces.forEach((p, i) => { pieces[i].querySelector("text").textContent = p.s[on ? 1 : 0]; });
  }
  // turn turns the board by quarters; what is written stays upright.
  function turn(to) {
    turned = to % 360;
    $("turned").setAttribute("transform", `rotate(${turned} 500 500)`);
    tags();
    upright();
    remember("turned", turned);
  }
  function upright() {
    for (const e of $("turned").querySelectorAll("text[x],[data-about]")) e.setAttribute("transform", `rotate(${-turned} ${e.dataset.about || e.getAttribute("x") + " " + e.getAttribute("y")})`);
  }
  function copy() {
    const text = moments[now].q;
    $("copied").textContent = text;
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => { $("copied").textContent = "Copied: " + text; }, () => {});
  }

  // playOn opens the page that records, at the position of the board: the reader has this turn, and
  // the page plays the others.
  function playOn() {
    const position = moments[now].q;
    const log = { name: "played.log", text: `${film.f.head}[Setup "${position}"]\n\n`, files: data.play.files || {}, variant: data.play.variant, set: (data.play.set || []).join(" "), play: true };
    const page = JSON.parse($("player").textContent), mark = 'id="first">', from = page.indexOf(mark) + mark.length;
    const frame = make($("playing"), "iframe", "", { title: "Play on" });
    frame.srcdoc = page.slice(0, from) + JSON.stringify(log).replace(/</g, "\\u003c") + page.slice(page.indexOf("<", from));
    $("playing").showModal();
  }
  $("stopPlaying").addEventListener("click", () => $("playing").close());
  $("playing").addEventListener("close", () => $("playing").querySelector("iframe").remove());

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
    timer = setInterval(() => { if (!forward()) stop(); }, data.spot ? 3000 : 1800);
  }
  function nextFinding() {
    for (let k = 1; k <= moments.length; k++) {
      const i = (now + k) % moments.length;
      if (moments[i].f) return show(i);
    }
  }
  const beside = {
    names: () => { names(!named); remember("names", named ? "1" : ""); },
    turn: () => turn(turned + 90),
    legal: () => { light(!lit); $("legal").open = lit; },
    copy,
    playOn: () => { stop(); if (!$("onward").hidden) playOn(); },
    help: () => $("help").showModal(),
  };
  function go(what) {
    if (beside[what]) return beside[what]();
    if (what !== "play") stop();
    if (waiting && what === "forward") return waiting.done ? $("quiz").requestSubmit() : say("Choose an answer first.");
    if (waiting) leave();
    ({ first: () => show(0), back: () => show(fake ? now : before(now)), play, forward, last: () => show(end), finding: nextFinding })[what]();
  }

  document.querySelectorAll("[data-go]").forEach((b) => b.addEventListener("click", () => go(b.dataset.go)));
  $("legal").addEventListener("toggle", () => { legal(moments[now]); });
  $("letters").addEventListener("change", (e) => { letters = e.target.checked; remember("letters", letters ? "" : "off"); });
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || $("help").open || e.target.closest("input,select")) return;
    const what = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", F1: "help" }[e.key] || letters && { n: "finding", N: "names", t: "turn", c: "copy", l: "legal", p: "playOn", h: "help", "?": "help" }[e.key];
    if (what) go(what);
    else if (letters && e.key === "i" && waiting && !$("hint").hidden) $("hint").click();
    else if (e.key === " " && !e.target.closest("button,summary,a")) go("play");
    else return;
    e.preventDefault();
  });
  // linked shows the moment that a link leads to, or else the nearest one, with a notice.
  function linked(quiet) {
    stop();
    if (waiting) leave();
    const [, number, link] = /^(?:(\d+)\/)?(.*)$/.exec(location.hash.slice(1));
    open(Math.max(0, Math.min(films.length, Number(number || 1)) - 1));
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
    show(i, quiet);
    $("missing").hidden = !missing;
    if (missing) $("missing").textContent = `There is no step ${link}. This is the nearest.`;
  }
  addEventListener("hashchange", () => linked(false));
  document.body.classList.toggle("learning", !!data.spot || quiz.length > 0); // the list hides what comes later
  letters = recall("letters") !== "off";
  $("letters").checked = letters;
  open(0);
  names(recall("names") === "1");
  turn(Number(recall("turned")) || 0);
  linked(true);
})();
