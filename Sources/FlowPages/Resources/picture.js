// SPDX-License-Identifier: Apache-2.0
// Makes the pictures of a page such as can be searched, zoomed, moved with the mouse and read with the keyboard.
"use strict";
const flowPictures = ({ all, json, attend }) => {
  const scales = new Map();
  const size = (canvas) => {
    const svg = canvas.querySelector("svg");
    const width = svg ? svg.viewBox.baseVal.width * scales.get(canvas) : 0;
    if (svg) { svg.style.width = width + "px"; svg.removeAttribute("width"); svg.removeAttribute("height"); }
  };
  const zoom = (canvas, factor) => {
    const before = scales.get(canvas);
    const after = Math.min(4, Math.max(0.1, before * factor));
    const middle = [canvas.scrollLeft + canvas.clientWidth / 2, canvas.scrollTop + canvas.clientHeight / 2];
    scales.set(canvas, after);
    size(canvas);
    canvas.scrollLeft = middle[0] * after / before - canvas.clientWidth / 2;
    canvas.scrollTop = middle[1] * after / before - canvas.clientHeight / 2;
  };
  const fit = (within, anew) => {
    for (const canvas of all(".canvas", within)) {
      const svg = canvas.querySelector("svg");
      if (!svg || !canvas.clientWidth || (scales.has(canvas) && !anew)) continue;
      const box = svg.viewBox.baseVal;
      const whole = Math.min(1.4, (canvas.clientWidth - 1) / box.width);
      // Letters must stay letters: what would be too small to read is scrolled.
      scales.set(canvas, anew || whole >= 0.7 ? whole : 1.05);
      size(canvas);
      const start = canvas.querySelector(".place.start");
      if (start && !anew) {
        const spot = start.getBoundingClientRect(), frame = canvas.getBoundingClientRect();
        canvas.scrollLeft += spot.left - frame.left - canvas.clientWidth / 2;
      }
    }
  };
  // An arrow is looked at where its words stand.
  const worded = (one) => (one.matches(".way") && one.querySelector("text")) || one;
  const light = (canvas, wanted) => {
    canvas.classList.toggle("dimmed", wanted.length > 0);
    for (const lit of all(".lit", canvas)) lit.classList.remove("lit", "current", "weaker", "stronger");
    for (const one of wanted) one.classList.add("lit");
  };
  const into = (canvas, one) => {
    const spot = one.getBoundingClientRect(), frame = canvas.getBoundingClientRect();
    canvas.scrollLeft += spot.left + spot.width / 2 - frame.left - canvas.clientWidth / 2;
    canvas.scrollTop += spot.top + spot.height / 2 - frame.top - canvas.clientHeight / 2;
  };
  // All of what is set off, where its letters can be read then; else the first arrow with the places at its ends; else where that begins.
  const reveal = (canvas, spots) => {
    const around = (ones) => {
      const boxes = ones.map((one) => one.getBoundingClientRect());
      const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
      const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
      return { left, top, width: right - left, height: bottom - top };
    };
    for (const ones of [spots.flat(), spots[0], [spots[0][1] || spots[0][0]]]) {
      const box = around(ones), scale = scales.get(canvas);
      const factor = Math.min(1, (canvas.clientWidth - 16) / box.width, (canvas.clientHeight - 16) / box.height);
      if (ones.length > 1 && scale * factor < Math.min(0.7, scale)) continue;
      if (factor < 1 && ones.length > 1) zoom(canvas, factor);
      into(canvas, { getBoundingClientRect: () => around(ones) });
      break;
    }
  };
  // A place of the picture has the id of its step, with a letter in front.
  const stepOf = (place) => document.getElementById(place.id.replace(/-[op]/, "-"));
  const labelOf = (one) => all("text", one).map((text) => text.textContent.trim()).join(", ");
  const prepare = (article) => {
    const part = article.querySelector(".part.picture");
    const canvases = all(".canvas", part);
    if (!canvases.length) return;
    const shown = () => canvases.find((canvas) => canvas.clientWidth) || canvases[0];
    const every = part.querySelector(".every");
    const search = part.querySelector(".search");
    const found = part.querySelector(".found");
    let hits = [], current = -1, more = 0;
    const clear = () => { hits = []; current = -1; more = 0; found.textContent = ""; for (const canvas of canvases) light(canvas, []); };
    const plain = (text) => text.normalize().replace(/\s+/g, " ").trim().toLowerCase();
    // By key, a message in all languages.
    const texts = new Map(all(".part.texts tbody tr", article).map((row) =>
      [row.querySelector("th").firstChild.textContent.trim(), all("td", row).map((cell) => cell.textContent).join(" ")]));
    // What a place or an arrow is found by: its words, and the messages that are shown there, in all languages and each with its key.
    const known = new Map();
    const told = (one) => {
      if (!known.has(one)) {
        const section = one.classList.contains("place") && stepOf(one);
        const key = (message) => message.nextElementSibling && message.nextElementSibling.matches("small") ? message.nextElementSibling.textContent : "";
        const words = (message) => [message.textContent, key(message), texts.get(key(message)) || ""].join(" ");
        const messages = section ? all("q", section).map(words) : [];
        known.set(one, [one.textContent, ...messages].map(plain).join("\n"));
      }
      return known.get(one);
    };
    const look = () => {
      clear();
      const words = plain(search.value);
      if (!words) return;
      const matches = (canvas) => all(".place, .way", canvas).filter((one) => told(one).includes(words));
      hits = matches(shown());
      // The overview leaves much out.
      if (shown().matches(".overview")) more = matches(canvases.find((canvas) => canvas.matches(".whole"))).length;
      light(shown(), hits);
      found.textContent = hits.length + " found" + (more ? " in the overview, " + more + " step by step" + (hits.length ? "" : ": Enter shows them") : "");
      if (hits[0]) into(shown(), worded(hits[0]));
    };
    const goOn = () => {
      if (!hits.length && more) { turn(true); look(); }
      if (!hits.length) return;
      for (const one of all(".current", part)) one.classList.remove("current");
      current = (current + 1) % hits.length;
      const hit = hits[current];
      hit.classList.add("current");
      into(shown(), worded(hit));
      found.textContent = current + 1 + " of " + hits.length + ": " + (labelOf(hit) || "an arrow without words");
    };
    const turn = (isEvery) => { every.checked = isEvery; part.classList.toggle("every", isEvery); fit(article); };
    every.addEventListener("change", () => { turn(every.checked); look(); });
    search.addEventListener("input", look);
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") goOn();
      if (event.key === "Escape") { search.value = ""; clear(); }
    });
    part.querySelector(".smaller").addEventListener("click", () => zoom(shown(), 1 / 1.25));
    part.querySelector(".larger").addEventListener("click", () => zoom(shown(), 1.25));
    part.querySelector(".fit").addEventListener("click", () => { clear(); fit(article, true); });
    for (const canvas of canvases) prepareCanvas(canvas, article);
    const counted = (spots) => {
      const name = (place) => all(".n", place).map((text) => text.textContent).join("") || "the start";
      if (spots.length === 1) {
        const [first, from, to] = spots[0];
        return (from && to ? "the arrow from " + name(from) + " to " + name(to) : name(first)) + " is";
      }
      const number = (count, word) => (count ? [count + " " + word + (count === 1 ? "" : "s")] : []);
      const arrows = spots.filter((spot) => spot.length > 1).length;
      return [...number(arrows, "arrow"), ...number(spots.length - arrows, "place")].join(" and ") + " are";
    };
    const data = json(article.id + "-data");
    for (const button of all("button.mark", article)) {
      button.addEventListener("click", () => {
        // A spot is a place, or an arrow and the places at its ends.
        const ids = data[button.dataset.kind][Number(button.dataset.index)].map((spot) => spot.split(" "));
        const verdict = button.parentElement.querySelector(".verdict");
        const look = verdict && ["weaker", "stronger"].find((look) => verdict.classList.contains(look));
        location.hash = article.id + "-picture";
        setTimeout(() => {
          turn(true);
          clear();
          const spots = ids.map((spot) => spot.map((id) => document.getElementById(article.id + "-p" + id)).filter(Boolean))
            .filter((spot) => spot.length);
          light(shown(), spots.flat());
          for (const [first] of spots) if (look) first.classList.add(look);
          found.textContent = (verdict ? verdict.textContent + ": " : "") + counted(spots) + " set off; Fit shows all again";
          if (spots.length) reveal(shown(), spots);
          shown().scrollIntoView({ block: "nearest" });
          attend(part.querySelector(".fit"));
        });
      });
    }
  };
  const prepareCanvas = (canvas, article) => {
    for (const place of all(".place", canvas)) {
      const label = labelOf(place);
      if (!label || !stepOf(place)) continue;
      place.setAttribute("role", "link");
      place.setAttribute("tabindex", "0");
      place.setAttribute("aria-label", label);
      const open = () => {
        const section = stepOf(place);
        location.hash = section.id;
        // Who cannot see that it has moved hears the name of the step.
        section.setAttribute("tabindex", "-1");
        setTimeout(() => section.focus({ preventScroll: true }), 60);
      };
      place.addEventListener("click", () => { if (!moved) open(); });
      place.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); open(); } });
    }
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "+" || event.key === "=") zoom(canvas, 1.25);
      if (event.key === "-") zoom(canvas, 1 / 1.25);
      if (event.key === "0") fit(article, true);
    });
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(canvas, event.deltaY < 0 ? 1.1 : 1 / 1.1);
    }, { passive: false });
    let hold = null, moved = false;
    canvas.addEventListener("pointerdown", (event) => {
      moved = false;
      if (event.button === 0 && event.pointerType === "mouse") hold = [event.clientX, event.clientY, canvas.scrollLeft, canvas.scrollTop];
    });
    window.addEventListener("pointermove", (event) => {
      if (!hold) return;
      moved = moved || Math.hypot(event.clientX - hold[0], event.clientY - hold[1]) > 4;
      canvas.classList.toggle("held", moved);
      canvas.scrollLeft = hold[2] + hold[0] - event.clientX;
      canvas.scrollTop = hold[3] + hold[1] - event.clientY;
    });
    window.addEventListener("pointerup", () => { hold = null; canvas.classList.remove("held"); });
  };
  return { fit, prepare };
};
