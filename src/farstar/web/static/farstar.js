// What the pages do without asking the server: theme, copying, hovering, history.
(() => {
  "use strict";
  const root = document.documentElement;

  const stored = (key, fallback) => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? fallback;
    } catch {
      return fallback;
    }
  };
  const store = (key, value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that stores nothing still shows everything.
    }
  };

  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const applyTheme = () => {
    const dark = stored("farstar-theme", prefersDark.matches ? "dark" : "light") === "dark";
    root.dataset.theme = dark ? "dark" : "light";
    root.style.colorScheme = dark ? "dark" : "light";
    if (window.Quasar) window.Quasar.Dark.set(dark);
  };
  applyTheme();
  prefersDark.addEventListener("change", applyTheme);

  const say = (text) => {
    let place = document.getElementById("farstar-said");
    if (!place) {
      place = Object.assign(document.createElement("div"), { id: "farstar-said" });
      place.setAttribute("role", "status");
      document.body.append(place);
    }
    place.textContent = text;
    place.classList.add("shown");
    clearTimeout(place.timer);
    place.timer = setTimeout(() => place.classList.remove("shown"), 1600);
  };

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = Object.assign(document.createElement("textarea"), { value: text });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    say("Copied");
  };

  // A formula is copied as the text that it was made of, which can be typed in again.
  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (event.target.closest?.("input, textarea") || selection.isCollapsed) return;
    const box = document.createElement("div");
    for (let i = 0; i < selection.rangeCount; i += 1) box.append(selection.getRangeAt(i).cloneContents());
    const formulas = box.querySelectorAll("[data-text]");
    if (!formulas.length) return;
    formulas.forEach((formula) => formula.replaceChildren(formula.dataset.text));
    // Only what is laid out has lines.
    box.className = "aside";
    document.body.append(box);
    event.clipboardData.setData("text/plain", box.innerText);
    box.remove();
    event.preventDefault();
  });

  // Thermographs: a figure holds its samples as JSON, each [y, left x, right x, words].
  const samplesOf = (figure) => (figure.samples ??= JSON.parse(figure.dataset.samples));
  const showSample = (figure, index) => {
    const samples = samplesOf(figure);
    const [y, left, right, words] = samples[index];
    const move = (name, values) => {
      const mark = figure.querySelector(name);
      for (const [key, value] of Object.entries(values)) mark.setAttribute(key, value);
    };
    move(".probe-line", { y1: y, y2: y });
    move(".probe-left", { cx: left, cy: y });
    move(".probe-right", { cx: right, cy: y });
    figure.querySelector(".walls-at").textContent = words;
    const slider = figure.querySelector("input[type=range]");
    slider.value = index;
    slider.setAttribute("aria-valuetext", words);
    figure.classList.add("probed");
  };
  document.addEventListener("pointermove", (event) => {
    const svg = event.target.closest?.(".thermograph svg");
    if (!svg) return;
    const figure = svg.closest(".thermograph");
    const point = new DOMPoint(event.clientX, event.clientY);
    const y = point.matrixTransform(svg.getScreenCTM().inverse()).y;
    let best = 0;
    samplesOf(figure).forEach((sample, i, all) => {
      if (Math.abs(sample[0] - y) < Math.abs(all[best][0] - y)) best = i;
    });
    showSample(figure, best);
  });
  document.addEventListener("input", (event) => {
    const figure = event.target.closest?.(".thermograph");
    if (figure && event.target.type === "range") showSample(figure, Number(event.target.value));
  });

  const HISTORY = "farstar-history";
  const MOST = 30;
  const showHistory = () => {
    const list = document.getElementById("history");
    if (!list) return;
    const entries = stored(HISTORY, []);
    list.replaceChildren(
      ...entries.map((entry) => {
        const link = document.createElement("a");
        link.href = `/?e=${encodeURIComponent(entry.e)}`;
        link.dataset.evaluate = entry.e;
        link.textContent = entry.e.length > 80 ? `${entry.e.slice(0, 77)}…` : entry.e;
        const value = document.createElement("span");
        value.textContent = entry.v;
        const item = document.createElement("li");
        item.append(link, value);
        return item;
      }),
    );
    document.getElementById("history-empty").hidden = entries.length > 0;
    document.getElementById("history-clear").hidden = entries.length === 0;
  };

  document.addEventListener("click", (event) => {
    const copier = event.target.closest?.("[data-copy]");
    if (copier) copy(copier.dataset.copy);
    const link = event.target.closest?.("a[data-evaluate]");
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
    if (link && plain && document.getElementById("history") && window.emitEvent) {
      event.preventDefault();
      window.emitEvent("farstar-evaluate", link.dataset.evaluate);
    }
  });
  window.addEventListener("popstate", () => location.reload());

  const timers = new WeakMap();
  window.farstar = {
    applyTheme,
    copy,
    later(key, delay, action) {
      clearTimeout(timers.get(key));
      timers.set(key, setTimeout(action, delay));
    },
    remember(e, v) {
      const entries = stored(HISTORY, []).filter((entry) => entry.e !== e);
      store(HISTORY, [{ e, v }, ...entries].slice(0, MOST));
      showHistory();
    },
    forget() {
      store(HISTORY, []);
      showHistory();
    },
    say,
    setAddress(url) {
      if (location.pathname + location.search !== url) history.pushState(null, "", url);
    },
    showHistory,
    skip(event) {
      event.preventDefault();
      const content = document.getElementById("content");
      content.focus();
      content.scrollIntoView();
    },
    toggleTheme() {
      store("farstar-theme", root.dataset.theme === "dark" ? "light" : "dark");
      applyTheme();
    },
  };
  addEventListener("load", applyTheme);
})();
