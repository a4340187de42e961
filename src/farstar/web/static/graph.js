// A graph that can be zoomed and moved: boxes in layers, joined by the moves of Left and Right.

import { h, trusted } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 164;
const GAP = 18;
const LAYER = 56;
const PICTURE = 92;
const MARGIN = 16;

/** Make an element of SVG. */
export const s = (name, properties = {}, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};

const short = (text, longest) => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

// The button that opens a box covers its lower edge.
const heightOf = (node) => (node.pictures.length ? PICTURE : 0) + 26 + 17 * linesOf(node).length;

const linesOf = (node) => [
  node.pictures.length && node.text.length > 20 ? null : { text: short(node.text, 20), class: "name" },
  node.value ? { text: short(node.value, 20), class: "value-line" } : null,
  { text: [node.outcome ? `outcome ${node.outcome}` : "outcome unknown", node.temperature === null ? null : `t = ${short(node.temperature, 6)}`].filter(Boolean).join(", "), class: "small" },
  node.count > 1 ? { text: `${node.count} moves of equal value`, class: "small" } : null,
  node.reason ? { text: short(node.reason, 24), class: "small reason" } : null,
  node.isAgain ? { text: "the same position as before", class: "small again" } : null,
].filter(Boolean);

/** Mark the positions that stand further up, or further left, already: lines of play that meet. */
export const markEqual = (root) => {
  const seen = new Set();
  let layer = [root];
  while (layer.length) {
    for (const node of layer) {
      // An abbreviated text may stand for two positions.
      node.isAgain = !node.text.includes("…") && seen.has(node.text);
      seen.add(node.text);
    }
    layer = layer.flatMap(({ children }) => [...(children?.left ?? []), ...(children?.right ?? [])]);
  }
};

/** Give each node of a tree its place: x is the middle, y the top; rows are no wider than `most`.
 *
 * Options that do not fit into one row are continued in the next one. Those of Left are on the left,
 * those of Right on the right, or below where there is no room for both. */
export const layOut = (root, most = Infinity) => {
  const nodes = [];
  const hasRows = ({ spots }) => spots.some(({ row }) => row > 0);
  const move = (spots, dx, dy) => spots.forEach((spot) => { spot.x += dx; spot.y += dy; });

  /** Place a tree with its top left corner at 0, 0; return its spots and its size. */
  const tree = (node, parent, side, width) => {
    const height = heightOf(node);
    const own = { node, x: 0, y: 0, height, parent, side, row: 0 };
    const { left = [], right = [] } = node.children ?? {};
    if (!left.length && !right.length) {
      own.x = WIDTH / 2;
      return { spots: [own], width: WIDTH, height };
    }
    const placed = (children, owner, room) => rows(children, node, owner, room);
    let [a, b] = [placed(left, "left", width), placed(right, "right", width)];
    const fits = a.width + 2 * GAP + b.width <= width && !hasRows(a) && !hasRows(b);
    const isSplit = left.length > 0 && right.length > 0 && (fits || width >= 4 * WIDTH + 4 * GAP);
    if (isSplit && !fits) [a, b] = [placed(left, "left", width / 2 - GAP), placed(right, "right", width / 2 - GAP)];
    const below = height + LAYER;
    move(a.spots, 0, below);
    move(b.spots, isSplit && a.width ? a.width + 2 * GAP : 0, below + (isSplit || !a.height ? 0 : a.height + LAYER));
    const wide = isSplit ? a.width + 2 * GAP + b.width : Math.max(a.width, b.width, WIDTH);
    own.x = wide / 2;
    const high = isSplit ? Math.max(a.height, b.height) : a.height + b.height + (a.height && b.height ? LAYER : 0);
    return { spots: [own, ...a.spots, ...b.spots], width: wide, height: below + high };
  };

  /** Place the options of one player in rows. */
  const rows = (children, parent, side, width) => {
    const spots = [];
    let [x, top, high, wide, row] = [0, 0, 0, 0, 0];
    for (const child of children) {
      const part = tree(child, parent, side, width);
      if (x > 0 && x + part.width > width) [x, top, high, row] = [0, top + high + LAYER, 0, row + 1];
      part.spots[0].row = row;
      move(part.spots, x, top);
      spots.push(...part.spots);
      wide = Math.max(wide, x + part.width);
      high = Math.max(high, part.height);
      x += part.width + GAP;
    }
    return { spots, width: wide, height: children.length ? top + high : 0 };
  };

  nodes.push(...tree(root, null, null, Math.max(most, WIDTH)).spots);
  return nodes;
};

const SMALLEST = 12; // pixels of letters that can be read

const LETTERS = { size: 13, number: 11 }; // pixels on a board of full size, as in play.css

/** A board for a box: without the numbers of rows and columns, and without letters too small to read. */
const pictureOf = (text, wide, high) => {
  const board = trusted(text).querySelector("svg");
  board.querySelectorAll("title").forEach((words) => words.remove());
  let [left, top, width, height] = board.getAttribute("viewBox").split(" ").map(Number);
  if (board.classList.contains("grid")) {
    const edge = (name) => Math.min(...[...board.querySelectorAll("rect.square")].map((square) => Number(square.getAttribute(name))));
    const [x, y] = [edge("x"), edge("y")];
    if (Number.isFinite(x + y)) {
      board.querySelectorAll("text.size").forEach((number) => number.remove());
      [left, top, width, height] = [x - 4, y - 4, left + width - x + 4, top + height - y + 4];
    }
  }
  const scale = Math.min(wide / width, high / height);
  for (const letter of board.querySelectorAll("text")) {
    const [, pixels = 14] = Object.entries(LETTERS).find(([name]) => letter.classList.contains(name)) ?? [];
    if (pixels * scale < SMALLEST) letter.remove();
  }
  return { board, left, top, width, height, scale };
};

const box = ({ node, x, y, height, parent }, { onGo, onToggle }) => {
  const lines = linesOf(node);
  const words = [node.text, ...lines.map(({ text }) => text).filter((text) => text !== node.text)].join(", ");
  const picture = node.pictures.map((text, place) => {
    const wide = (WIDTH - 16) / node.pictures.length;
    const { board, left, top, width, height: high, scale } = pictureOf(text, wide - 4, PICTURE - 8);
    const [x0, y0] = [x - WIDTH / 2 + 8 + place * wide + (wide - scale * width) / 2 - scale * left, y + 8 + (PICTURE - 8 - scale * high) / 2 - scale * top];
    return s("g", { class: board.getAttribute("class"), "aria-hidden": "true", transform: `translate(${x0} ${y0}) scale(${scale})` }, ...board.childNodes);
  });
  const top = y + (picture.length ? PICTURE : 0) + 18;
  const parts = [
    s("rect", { x: x - WIDTH / 2, y, width: WIDTH, height, rx: 10 }),
    ...picture,
    ...lines.map(({ text, class: name }, place) => s("text", { class: name, x, y: top + 17 * place }, text)),
  ];
  const classes = ["node", parent ? "" : "root", node.reason ? "minor" : "", node.isAgain ? "again" : ""].join(" ").trim();
  const go = () => onGo(node);
  const drawn = s("g", { class: "drawn", "aria-hidden": "true" }, parts);
  // The button lies above what is drawn, so that its name is the only text in it.
  const hit = () => s("rect", { class: "hit", x: x - WIDTH / 2, y, width: WIDTH, height, rx: 10, role: "button", tabindex: "0", "aria-label": `Go to ${words}`, onclick: go, onkeydown: (event) => isPress(event) && go(), "data-path": node.path.join("_") });
  const main = parent ? s("g", { class: classes }, drawn, hit()) : s("g", { class: classes, role: "img", "aria-label": `Here: ${words}` }, drawn);
  if (!parent) return [main];
  const label = node.children ? `Collapse ${node.text}` : `Expand ${node.text}`;
  const at = { x, y: y + height };
  const toggle = () => onToggle(node);
  return [
    main,
    s(
      "g",
      { class: "toggle", role: "button", tabindex: "0", "aria-label": label, "aria-expanded": String(Boolean(node.children)), onclick: toggle, onkeydown: (event) => isPress(event) && toggle(), "data-toggle": node.path.join("_") },
      s("title", {}, label),
      s("circle", { cx: at.x, cy: at.y, r: 12 }),
      s("text", { x: at.x, y: at.y }, node.children ? "−" : "+"),
    ),
  ];
};

const pathOf = (node) => node.path.join("_");

const isPress = (event) => {
  const press = event.key === "Enter" || event.key === " ";
  if (press) event.preventDefault();
  return press;
};

const line = (spot, spots) => {
  const from = spots.find(({ node }) => node === spot.parent);
  const [top, bottom] = [from.y + from.height, spot.y];
  const side = spot.node.both ? "both" : spot.side;
  const classes = `edge ${side} ${spot.node.reason ? "minor" : ""}`;
  if (spot.row === 0) {
    const middle = (top + bottom) / 2;
    return s("path", { class: classes, d: `M${from.x} ${top}C${from.x} ${middle} ${spot.x} ${middle} ${spot.x} ${bottom}` });
  }
  // Lower rows are reached between the boxes of the rows above.
  const gap = spot.x - WIDTH / 2 - GAP / 2;
  const [turn, low] = [top + LAYER - 8, bottom - 16];
  return s("path", { class: classes, d: `M${from.x} ${top}C${from.x} ${top + LAYER / 2} ${gap} ${top + LAYER / 2} ${gap} ${turn}L${gap} ${low}Q${gap} ${bottom - 8} ${spot.x} ${bottom}` });
};

export class Graph {
  #view = null;
  #toggled = null; // the path of the box that was opened or closed last

  constructor({ onGo, onToggle }) {
    Object.assign(this, { onGo, onToggle });
    this.svg = s("svg", { class: "positions", role: "group", "aria-label": "Positions and moves" });
    this.element = h("div", { class: "graph-frame" }, this.svg);
    this.svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.#down(event));
    this.svg.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && this.#reveal(target));
  }

  /** Move a box that the Tab key has reached into the view. */
  #reveal(box) {
    const [inner, frame] = [box.getBoundingClientRect(), this.element.getBoundingClientRect()];
    const beyond = (from, to, first, last) => (from < first ? first - from : to > last ? last - to : 0);
    const [dx, dy] = [beyond(inner.left, inner.right, frame.left, frame.right), beyond(inner.top, inner.bottom, frame.top, frame.bottom)];
    if (dx || dy) this.pan(dx + Math.sign(dx) * MARGIN, dy + Math.sign(dy) * MARGIN);
  }

  /** Show a tree; the view stays where it is unless `centre` is true, and so does the box that was opened last. */
  show(root, { centre = false } = {}) {
    const before = this.#spotOf(this.#toggled);
    const focused = this.element.getRootNode().activeElement?.dataset?.toggle;
    markEqual(root);
    // At full size, so that every label can be read.
    this.spots = layOut(root, this.element.clientWidth - 2 * MARGIN);
    const xs = this.spots.map(({ x }) => x);
    this.size = { left: Math.min(...xs) - WIDTH / 2 - MARGIN, top: -MARGIN, width: Math.max(...xs) - Math.min(...xs) + WIDTH + 2 * MARGIN, height: Math.max(...this.spots.map(({ y, height }) => y + height)) + 40 };
    const onToggle = (node) => {
      this.#toggled = pathOf(node);
      this.onToggle(node);
    };
    const boxes = this.spots.map((spot) => box(spot, { onGo: this.onGo, onToggle }));
    this.svg.replaceChildren(...this.spots.filter(({ parent }) => parent).map((spot) => line(spot, this.spots)), ...boxes.flat());
    const after = this.#spotOf(this.#toggled);
    this.#toggled = null;
    if (centre || !this.#view) this.centre();
    else {
      if (before && after) {
        this.#view.x += after.x - before.x;
        this.#view.y += after.y - before.y;
      }
      this.#apply();
    }
    if (focused) this.svg.querySelector(`[data-toggle="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  /** Show the present position and what is around it, at a size that can be read. */
  centre() {
    this.#look(1);
  }

  /** Show the whole graph, however small. */
  fit() {
    const { clientWidth: wide, clientHeight: high } = this.element;
    this.#look(Math.min(1.25, wide / this.size.width, high / this.size.height));
  }

  #look(scale) {
    const { clientWidth: wide, clientHeight: high } = this.element;
    const { left, top, width, height } = this.size;
    const [w, hh] = [wide / scale, high / scale];
    const [root] = this.spots;
    const x = width <= w ? left - (w - width) / 2 : root.x - w / 2;
    this.#view = { x, y: height <= hh ? top - (hh - height) / 2 : top, scale };
    this.#apply();
  }

  #spotOf(path) {
    return path === null ? null : this.spots?.find(({ node }) => pathOf(node) === path);
  }

  zoom(factor, at = null) {
    const { clientWidth: wide, clientHeight: high } = this.element;
    const view = this.#view;
    const [px, py] = at ?? [wide / 2, high / 2];
    const scale = Math.max(0.15, Math.min(4, view.scale * factor));
    view.x += px / view.scale - px / scale;
    view.y += py / view.scale - py / scale;
    view.scale = scale;
    this.#apply();
  }

  pan(dx, dy) {
    this.#view.x -= dx / this.#view.scale;
    this.#view.y -= dy / this.#view.scale;
    this.#apply();
  }

  #apply() {
    const { clientWidth: wide, clientHeight: high } = this.element;
    const { x, y, scale } = this.#view;
    this.svg.setAttribute("viewBox", `${x} ${y} ${Math.max(1, wide / scale)} ${Math.max(1, high / scale)}`);
  }

  #wheel(event) {
    // Without a key the page scrolls, as everywhere.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    const frame = this.element.getBoundingClientRect();
    this.zoom(Math.exp(-(event.deltaY || event.deltaX) / 400), [event.clientX - frame.x, event.clientY - frame.y]);
  }

  #down(event) {
    if (event.button) return;
    let [x, y] = [event.clientX, event.clientY];
    const start = [x, y];
    let moved = false;
    const move = (next) => {
      moved ||= Math.hypot(next.clientX - start[0], next.clientY - start[1]) > 6;
      if (!moved) return;
      this.pan(next.clientX - x, next.clientY - y);
      [x, y] = [next.clientX, next.clientY];
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (moved) addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  /** The whole picture as a file of SVG that needs no style sheet. */
  toSvg() {
    const { left, top, width, height } = this.size;
    const copy = this.svg.cloneNode(true);
    const names = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "text-anchor", "dominant-baseline", "opacity"];
    const originals = [...this.svg.querySelectorAll("*")];
    [...copy.querySelectorAll("*")].forEach((element, place) => {
      const style = getComputedStyle(originals[place]);
      if (element.tagName !== "svg" && element.tagName !== "g" && element.tagName !== "title") {
        names.forEach((name) => element.setAttribute(name, style.getPropertyValue(name)));
      }
      ["style", "role", "tabindex", "aria-label", "aria-expanded", "class"].forEach((name) => element.removeAttribute(name));
    });
    copy.querySelectorAll("[data-toggle], [data-path]").forEach((element) => element.remove());
    copy.setAttribute("xmlns", SVG);
    copy.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    const paper = s("rect", { x: left, y: top, width, height, fill: getComputedStyle(document.querySelector(".card")).backgroundColor });
    copy.prepend(paper);
    return new XMLSerializer().serializeToString(copy);
  }

  /** The graph as a picture of TikZ: nodes with values, edges with their owners. */
  toTikz() {
    const at = ({ x, y }) => `(${(x / 60).toFixed(2)},${(-y / 60).toFixed(2)})`;
    const escape = (text) => text.replace(/[\\{}$&#^_%~]/g, (sign) => ({ "\\": "\\textbackslash{}", "^": "\\^{}", "~": "\\~{}" })[sign] ?? `\\${sign}`);
    const names = new Map(this.spots.map(({ node }, place) => [node, `n${place}`]));
    const nodes = this.spots.map((spot) => {
      const { node } = spot;
      const value = node.latex ? `$${node.latex}$` : "";
      return `  \\node[position${node.reason ? ", minor" : ""}] (${names.get(node)}) at ${at(spot)} {\\texttt{${escape(short(node.text, 40))}}${value ? `\\\\ ${value}` : ""}};`;
    });
    const edges = this.spots.filter(({ parent }) => parent).map(({ node, parent, side }) => `  \\draw[${node.both ? "both" : side} move] (${names.get(parent)}) -- (${names.get(node)});`);
    return [
      "% needs \\usepackage{tikz}",
      "\\begin{tikzpicture}[position/.style={draw, rounded corners, align=center, font=\\small, fill=white},",
      "    minor/.style={densely dotted}, left move/.style={blue!70!black, thick},",
      "    right move/.style={orange!85!black, thick, dashed}, both move/.style={thick}]",
      ...nodes,
      ...edges,
      "\\end{tikzpicture}",
      "",
    ].join("\n");
  }
}
