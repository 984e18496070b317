// SPDX-License-Identifier: Apache-2.0
// Shows one part of the page at a time, prepares its pictures, and walks through the runs that it holds. It works nothing out of a flow:
// what may happen and what comes of it stands in the page.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));
  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const json = (id) => {
    const found = document.getElementById(id);
    return found ? JSON.parse(found.textContent) : null;
  };

  // One part at a time: the address says which, so that the back button works.
  const articles = all("article.flow");
  const named = () => {
    // What was pasted may be cut off within a sign.
    try { return decodeURIComponent(location.hash.slice(1)); } catch { return ""; }
  };
  // The list of the parts stays above what is read while it is low; what is scrolled to then stands below it.
  const settle = () => {
    const bar = all("nav.parts").find((bar) => bar.clientHeight);
    root.classList.toggle("barred", Boolean(bar) && bar.offsetHeight <= window.innerHeight / 8);
    const stays = bar && getComputedStyle(bar).position === "sticky";
    root.style.setProperty("--bar", (stays ? bar.offsetHeight : 0) + "px");
  };
  const watch = new ResizeObserver(settle);
  for (const bar of all("nav.parts")) watch.observe(bar);
  window.addEventListener("resize", settle);
  // Gives something the focus, where it can be seen.
  const attend = (one) => { one.focus({ preventScroll: true }); one.scrollIntoView({ block: "nearest" }); };
  const { fit, prepare } = flowPictures({ all, json, attend });
  const show = () => {
    const target = document.getElementById(named());
    const article = (target && target.closest("article.flow")) || articles[0];
    if (!article) return;
    const part = (target && target.closest(".part")) || article.querySelector(".part");
    for (const other of articles) other.classList.toggle("shown", other === article);
    for (const other of all(".part", article)) other.classList.toggle("shown", other === part);
    const mark = (link, isCurrent) =>
      isCurrent ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
    for (const link of all("nav.parts a", article)) mark(link, link.hash === "#" + part.id);
    for (const link of all("nav.flows a")) mark(link, link.hash === "#" + article.id);
    settle();
    if (target && target !== article && target !== part) target.scrollIntoView();
    else window.scrollTo(0, 0);
    fit(article);
  };

  // Walking. A place is [screen, proofs, said at the end, step, state, offer, then where each thing of the offer leads to]. An offer has
  // moves, which are [actor, words, milliseconds, whether it interrupts, trace].
  const actors = ["You, the user", "You, the SDK", "The security modules", "Time"];
  const interrupts = "The SDK interrupts";
  const seconds = (milliseconds) => (milliseconds / 1000).toFixed(3);
  const walker = (host, article) => {
    const data = json(article.id + "-map");
    if (!data) return;
    const steps = json(article.id + "-data").steps;
    let way = [{ place: 0, time: 0, move: null, trace: [] }];
    host.replaceChildren();
    const side = element("div", "side");
    const controls = element("div", "controls");
    const back = element("button", "back", "Back");
    const anew = element("button", "anew", "Start again");
    const where = element("a", "where");
    back.type = anew.type = "button";
    controls.append(back, anew, where);
    // In which language the screens are shown.
    let language = 0;
    if (data.languages) {
      const label = element("label", "small", "Language ");
      const choice = element("select", "language");
      data.languages.forEach((name, index) => { const option = element("option", "", name); option.value = index; choice.append(option); });
      choice.addEventListener("change", () => { language = Number(choice.value); drawScreen(data.places[way[way.length - 1].place]); });
      label.append(choice);
      controls.append(label);
    }
    // Its first letter tells from which side it is read, or a mark that stands before it.
    const spoken = (name, className, text) => {
      const said = element(name, className, text);
      said.dir = "auto";
      if (data.languages && data.languages[language] !== "own") said.lang = data.languages[language];
      return said;
    };
    const say = (text) => phone.append(spoken("p", "say", text));
    const phone = element("div", "screen phone");
    const proofs = element("p", "small proofs");
    side.append(controls, phone, proofs);
    const moves = element("div", "moves");
    moves.setAttribute("role", "group");
    moves.setAttribute("aria-label", "What may happen now");
    const trace = element("div", "trace");
    trace.setAttribute("role", "log");
    trace.setAttribute("aria-label", "Trace");
    trace.tabIndex = 0;
    host.append(side, moves, trace);

    const drawScreen = (place) => {
      phone.className = "screen phone";
      phone.replaceChildren();
      const state = place[4];
      let screen = place[0] < 0 ? null : data.screens[place[0]];
      if (screen && screen.in && language) screen = { ...screen, ...screen.in[language - 1] };
      if (state === 1) {
        const last = way[way.length - 1].trace.filter((line) => line[1] === "end").pop();
        const words = last ? last[2] : "the end";
        phone.classList.add("end", words.includes("(success)") ? "success" : words.includes("(failure)") ? "failure" : "ended");
        phone.append(element("p", "name", "End: " + words));
        if (place[2] >= 0) say(data.texts[data.said[place[2]][language]]);
        return;
      }
      if (!screen) {
        phone.append(element("p", "name", way.length === 1 ? "Nothing has happened yet" : steps[place[3]]));
        phone.append(element("p", "small", way.length === 1 ? "Open the app to begin." : "Nobody is asked: the flow waits for what comes."));
        return;
      }
      const name = element("p", "name", screen.step);
      if (screen.above) name.append(" ", element("small", "", "above what was open"));
      phone.append(name);
      if (screen.say !== undefined) say(screen.say);
      if (screen.key) phone.append(element("p", "key", screen.key));
      for (const [name, kind, suggestion, items] of screen.inputs || []) {
        const field = element("p", "field");
        field.append(element("span", "", name), " ", element("small", "", items.length ? items.join(" / ") : suggestion || kind));
        phone.append(field);
      }
      if (screen.choices) {
        const list = element("ul", "buttons");
        for (const [name, confirm, obstacle, call] of screen.choices) {
          const item = element("li", obstacle ? "off" : "", name);
          // What a button that can be pressed asks first stands below, with its key.
          const more = [obstacle, obstacle && confirm && "asks first: " + confirm, call && "calls " + call].filter(Boolean).join(", ");
          if (more) item.append(" ", element("small", "", more));
          list.append(item);
        }
        phone.append(list);
      }
      for (const [occasion, key, text] of screen.asides || []) {
        const aside = element("p", "small", occasion + ": ");
        aside.append(spoken("span", "", text), " ", element("span", "key", key));
        phone.append(aside);
      }
      const facts = [];
      if (screen.attempts !== undefined) facts.push(screen.attempts === 1 ? "1 attempt left" : screen.attempts + " attempts left");
      if (screen.countdown !== undefined) facts.push("counts down from " + screen.countdown + " s");
      if (screen.deadline !== undefined) facts.push("closes by itself after " + seconds(screen.deadline) + " s");
      if (screen.refusal !== undefined) facts.push("the SDK has just rejected the call, with error " + screen.refusal);
      if (facts.length) phone.append(element("p", "small", facts.join("; ")));
    };
    const drawMoves = (place) => {
      moves.replaceChildren();
      if (place[4] === 2) {
        moves.append(element("p", "note", "The map of this page ends here, at " + steps[place[3]] + ". `mfaflow play` goes on from here."));
        return;
      }
      const groups = new Map();
      data.offers[place[5]].forEach((move, number) => {
        const [actor, text, , isInterrupt] = data.moves[move], words = data.texts[text], index = 6 + number;
        const title = isInterrupt ? interrupts : actors[actor];
        if (!groups.has(title)) groups.set(title, []);
        const button = element("button", isInterrupt ? "interrupt" : "", isInterrupt ? words.replace(/^interrupt: /, "") : words);
        button.type = "button";
        button.dataset.edge = index;
        if (place[index] < 0) { button.disabled = true; button.title = "The map of this page ends here"; }
        button.addEventListener("click", () => go(index));
        groups.get(title).push(button);
      });
      // In the order of `mfaflow play`: the first button has the focus, and time is not what happens first.
      for (const title of [...actors, interrupts].filter((title) => groups.has(title))) {
        const buttons = groups.get(title);
        const group = element("section");
        const list = element("div");
        list.append(...buttons);
        group.append(element("h3", "", title), list);
        moves.append(group);
      }
      const beyond = all("button:disabled", moves).length;
      if (!groups.size) moves.append(element("p", "note", "The run is over."));
      else if (!moves.querySelector("button:not(:disabled)")) {
        moves.append(element("p", "note", "All that may happen here leads beyond the map of this page. `mfaflow play` goes on from here."));
      } else if (beyond) {
        moves.append(element("p", "note", "What is pale leads beyond the map of this page: " + beyond + " of these. `mfaflow play` goes on there."));
      }
    };
    const drawTrace = () => {
      trace.replaceChildren();
      for (const stop of way) {
        if (stop.move !== null) trace.append(element("p", "move", "› " + data.texts[data.moves[stop.move][1]]));
        for (const [delay, kind, words] of stop.trace) {
          const row = element("p");
          row.append(element("time", "", seconds(stop.start + Number(delay))), element("span", "", kind), element("span", "", words));
          trace.append(row);
        }
      }
      trace.scrollTop = trace.scrollHeight;
    };
    const draw = (isMoved) => {
      const place = data.places[way[way.length - 1].place];
      drawScreen(place);
      drawMoves(place);
      drawTrace();
      back.disabled = way.length === 1;
      where.textContent = "at " + steps[place[3]];
      where.href = "#" + article.id + "-s" + place[3];
      proofs.textContent = "Proved so far: " + (data.texts[place[1]] || "nothing");
      if (isMoved) attend(moves.querySelector("button:not(:disabled)") || back);
    };
    const go = (index) => {
      const here = way[way.length - 1];
      const place = data.places[here.place];
      const move = data.offers[place[5]][index - 6];
      way.push({ place: place[index], start: here.time, time: here.time + data.moves[move][2], move, trace: data.traces[data.moves[move][4]].map((line) => data.texts[line].split("\t")) });
      draw(true);
    };
    back.addEventListener("click", () => { if (way.length > 1) way.pop(); draw(false); if (way.length === 1) draw(true); });
    anew.addEventListener("click", () => { way = way.slice(0, 1); draw(true); });
    draw(false);
  };

  for (const article of articles) {
    prepare(article);
    const host = article.querySelector(".walker");
    if (host) walker(host, article);
  }
  // On paper nothing can be unfolded.
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = all("details:not([open])");
    for (const one of folded) one.open = true;
  });
  window.addEventListener("afterprint", () => { for (const one of folded) one.open = false; });
  window.addEventListener("hashchange", show);
  show();
})();
