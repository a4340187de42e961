// Boards: pictures whose places can be clicked, dragged or reached by keys.
//
// A board comes from a task: {head, changed, svg, paths, last, before}. The places of the picture have the
// attribute data-cell; everything that is marked on them is marked here.

import { Clicks } from "./clicks.js";
import { fill, h, trusted } from "./dom.js";
import { clearMarks, drawArrow, drawNumbers, drawSign } from "./marks.js";

const FAR = 8;
const STEP = 220;

const cellOf = (target) => target?.closest?.("[data-cell]") ?? null;

export class Boards {
  #boards = [];
  #clicks = [];
  #marks = {};
  #stops = new Map();
  #texts = new Map();
  #drag = null;
  #dragged = false;

  /** `onMove(key)` is told which move was made; `onCell(board, cell)` every click, if it is given. */
  constructor({ onMove, onCell = null, isAnimated = () => true }) {
    Object.assign(this, { onMove, onCell, isAnimated });
    this.element = h("div", {
      class: "boards",
      onclick: (event) => this.#click(event),
      onkeydown: (event) => this.#key(event),
      onpointerdown: (event) => this.#down(event),
    });
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    addEventListener("pointermove", (event) => this.#move(event), { signal });
    addEventListener("pointerup", (event) => this.#up(event), { signal });
    addEventListener("pointercancel", () => this.#drop(), { signal });
  }

  close() {
    this.listeners.abort();
  }

  /** Show boards, with moves [{key, text}] for their labels; the last move is animated. */
  show(boards, moves = [], { animate = false, whole = "" } = {}) {
    const focused = this.#focused();
    this.#boards = boards;
    this.#clicks = boards.map((board) => new Clicks(board.paths));
    this.#texts = new Map(moves.map(({ key, text }) => [key, text]));
    this.#marks = {};
    this.#drag = null;
    const parts = boards.map((board, place) => this.#part(board, place, boards.length));
    fill(this.element, parts.length ? parts : h("p", { class: "nothing" }, whole || "Nothing is left."));
    this.element.classList.toggle("single", boards.length === 1);
    if (animate && this.isAnimated()) boards.forEach((board, place) => this.#animate(board, place));
    this.mark({});
    return focused;
  }

  #part(board, place, count) {
    const picture = board.svg ? trusted(board.svg) : null;
    const svg = picture?.querySelector("svg");
    if (svg) {
      const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
      svg.removeAttribute("style");
      svg.style.setProperty("--w", width);
      svg.style.setProperty("--h", height);
    }
    const note = board.changed ? h("span", { class: "soft" }, "Left and Right have changed sides here.") : null;
    return h(
      "figure",
      { class: "part", "data-board": place },
      count > 1 || !svg || note ? h("figcaption", {}, h("code", {}, board.head), note) : null,
      picture,
      board.before && h("div", { class: "last-move", role: "img", "aria-label": "The position before the last move, with the move marked" }, h("span", { class: "soft" }, "Last move"), trusted(board.before)),
      !board.before && board.shifts && h("div", { class: "last-move" }),
    );
  }

  #cells(place) {
    return this.element.querySelectorAll(`[data-board="${place}"] [data-cell]`);
  }

  #cell(place, name) {
    return this.element.querySelector(`[data-board="${place}"] [data-cell="${CSS.escape(name)}"]`);
  }

  /** Mark the moves: `live` says whether one can be made; `good` has the keys of the best ones.
   *
   * `hint` is the key of one move, drawn as an arrow, whose next place is marked; `numbered` has the
   * keys of moves that get numbers. */
  mark({ live = this.#marks.live ?? false, good = null, hint = null, numbered = null, every = false }) {
    this.#marks = { live, good, hint, numbered, every };
    this.#boards.forEach((_, place) => this.#markBoard(place));
  }

  /** Forget the places that were clicked. */
  clear() {
    this.#clicks = this.#clicks.map((clicks) => new Clicks(clicks.paths));
  }

  /** Whether a move can be made by clicking on a board. */
  shows(key) {
    return this.#boards.some(({ paths }) => paths.some(([name]) => name === key));
  }

  #markBoard(place) {
    const { live, good, hint, numbered, every } = this.#marks;
    const clicks = this.#clicks[place];
    const next = live ? clicks.next() : new Map();
    const path = live && hint !== null ? clicks.toward(hint) : null;
    const step = path?.[clicks.picked.length];
    const svg = this.element.querySelector(`[data-board="${place}"] > svg`);
    if (svg) clearMarks(svg);
    const open = [];
    for (const cell of this.#cells(place)) {
      const name = cell.dataset.cell;
      const keys = next.get(name);
      const isOpen = Boolean(keys) || every || (live && clicks.picked.length > 0 && clicks.begins(name));
      const title = cell.querySelector("title");
      const words = (cell.words ??= title.textContent);
      cell.setAttribute("class", "cell");
      cell.classList.toggle("can", Boolean(keys));
      cell.classList.toggle("picked", clicks.picked.includes(name));
      cell.classList.toggle("hinted", name === step);
      cell.classList.toggle("drags", Boolean(keys) && this.#boards[place].paths.some(([, steps]) => steps.length > 1));
      let label = words;
      if (keys && good) {
        const wins = [...keys].some((key) => good.has(key));
        cell.classList.add(wins ? "wins" : "loses");
        drawSign(svg, cell, wins ? "✓" : "✗", wins ? "wins" : "loses");
        label += wins ? ", good" : ", bad";
      }
      if (name === step) label += ", the hint";
      if (keys?.size === 1) {
        const text = this.#texts.get([...keys][0]);
        if (text) label += `, plays ${text.replace(" -> ", " to ")}`;
      }
      title.textContent = label;
      if (isOpen) {
        cell.setAttribute("role", "button");
        cell.setAttribute("aria-label", label);
        open.push(cell);
      } else {
        ["role", "tabindex", "aria-label"].forEach((attribute) => cell.removeAttribute(attribute));
      }
    }
    this.#makeOneTabStop(place, open);
    if (path) drawArrow(svg, path);
    else if (svg && numbered) drawNumbers(svg, numbered.map((key) => clicks.toward(key) ?? []));
  }

  /** A board is one stop of the Tab key; from there the arrow keys lead on. */
  #makeOneTabStop(place, open) {
    const last = this.#stops.get(place);
    const stop = open.find((cell) => cell.dataset.cell === last) ?? open[0];
    open.forEach((cell) => cell.setAttribute("tabindex", cell === stop ? "0" : "-1"));
  }

  #focusCell(cell) {
    const place = this.#placeOf(cell);
    this.#stops.set(place, cell.dataset.cell);
    this.#cells(place).forEach((other) => other.hasAttribute("tabindex") && other.setAttribute("tabindex", other === cell ? "0" : "-1"));
    cell.focus({ preventScroll: true });
  }

  // Clicks and keys.

  #click(event) {
    if (this.#dragged) {
      this.#dragged = false;
      return;
    }
    const cell = cellOf(event.target);
    if (cell) this.#choose(cell);
  }

  #placeOf(cell) {
    return Number(cell.closest("[data-board]").dataset.board);
  }

  #choose(cell) {
    const place = this.#placeOf(cell);
    if (this.#marks.every) {
      this.onCell?.(place, cell.dataset.cell);
      return;
    }
    if (!this.#marks.live) return;
    const [clicks, key] = this.#clicks[place].click(cell.dataset.cell);
    this.#clicks = this.#clicks.map((other, at) => (at === place ? clicks : new Clicks(other.paths)));
    this.mark(this.#marks);
    if (key !== null) this.onMove(key);
  }

  #key(event) {
    const cell = cellOf(event.target);
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(cell);
    } else if (event.key === "Escape") {
      this.clear();
      this.mark(this.#marks);
    } else if (event.key.startsWith("Arrow")) {
      const neighbour = this.#neighbour(cell, event.key);
      if (neighbour) {
        event.preventDefault();
        event.stopPropagation();
        this.#focusCell(neighbour);
      }
    }
  }

  /** The nearest open place in the direction of an arrow key. */
  #neighbour(cell, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    const from = middle(cell);
    let best = null;
    let least = Infinity;
    for (const other of this.element.querySelectorAll("[data-cell][tabindex]")) {
      const to = middle(other);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      const length = along + 2 * aside;
      if (other !== cell && along > 1 && length < least) [best, least] = [other, length];
    }
    return best;
  }

  // Dragging.

  #down(event) {
    const cell = cellOf(event.target);
    this.#dragged = false;
    if (!cell || !this.#marks.live || event.button || !cell.classList.contains("drags")) return;
    const svg = cell.ownerSVGElement;
    this.#drag = { cell, x: event.clientX, y: event.clientY, scale: svg.viewBox.baseVal.width / svg.getBoundingClientRect().width };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!this.#dragged && Math.hypot(dx, dy) < FAR) return;
    if (!this.#dragged) {
      this.#dragged = true;
      this.clear();
      this.#choose(drag.cell);
      // A place that means one move alone has made it already.
      if (this.#drag === null) return;
      drag.cell.parentNode.append(drag.cell);
    }
    for (const piece of drag.cell.querySelectorAll(".stone, .token, .stone + text")) {
      piece.style.transform = `translate(${dx * drag.scale}px, ${dy * drag.scale}px)`;
      piece.style.pointerEvents = "none";
    }
  }

  #up(event) {
    const drag = this.#drag;
    this.#drop();
    if (!drag || !this.#dragged) return;
    const cell = cellOf(this.element.getRootNode().elementFromPoint(event.clientX, event.clientY));
    if (cell && cell !== drag.cell && this.element.contains(cell)) this.#choose(cell);
    setTimeout(() => {
      this.#dragged = false;
    }, 0);
  }

  #drop() {
    for (const piece of this.#drag?.cell.querySelectorAll("[style]") ?? []) piece.removeAttribute("style");
    this.#drag = null;
  }

  // Focus and motion.

  #focused() {
    const cell = cellOf(this.element.getRootNode().activeElement);
    return cell && this.element.contains(cell) ? { place: this.#placeOf(cell), name: cell.dataset.cell, ...middle(cell) } : null;
  }

  /** Give the focus back to a place, or to the nearest one that is open; return whether there is one. */
  focus({ place, name, x, y }) {
    const open = [...this.element.querySelectorAll("[data-cell][tabindex]")];
    const same = this.#cell(place, name);
    const distance = (cell) => Math.hypot(middle(cell).x - x, middle(cell).y - y);
    const target = same?.hasAttribute("tabindex") ? same : open.sort((a, b) => distance(a) - distance(b))[0];
    if (target) this.#focusCell(target);
    return Boolean(target);
  }

  #animate(board, place) {
    const path = board.last ?? [];
    if (!path.length) return;
    const target = this.#cell(place, path[Math.min(path.length, 2) - 1]);
    const source = this.#cell(place, path[0]);
    const pieces = target?.querySelectorAll(".stone, .token, .stone + text") ?? [];
    if (source && source !== target && pieces.length) {
      target.parentNode.append(target);
      const [a, b] = [source, target].map((cell) => cell.querySelector("rect, circle").getBBox());
      const from = `translate(${a.x - b.x}px, ${a.y - b.y}px)`;
      pieces.forEach((piece) => piece.animate([{ transform: from }, { transform: "none" }], { duration: STEP, easing: "ease-out" }));
      return;
    }
    const laid = [...this.element.querySelectorAll(`[data-board="${place}"] g > .domino`)].at(-1);
    const fresh = pieces.length ? [...pieces] : laid ? [laid] : [];
    fresh.forEach((piece) => piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: STEP }));
  }
}

const middle = (cell) => {
  const box = cell.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
