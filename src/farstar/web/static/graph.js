// A graph that can be zoomed and moved: boxes in layers, joined by the moves of Left and Right.

import { h, trusted } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 164;
const GAP = 18;
const LAYER = 56;
const PICTURE = 92;
const NARROW = 480;

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

const heightOf = (node) => (node.pictures.length ? PICTURE : 0) + 20 + 17 * linesOf(node).length;

const linesOf = (node) => [
  node.pictures.length && node.text.length > 20 ? null : { text: short(node.text, 20), class: "name" },
  node.value ? { text: short(node.value, 20), class: "value-line" } : null,
  { text: [node.outcome ? `outcome ${node.outcome}` : "outcome unknown", node.temperature === null ? null : `t = ${short(node.temperature, 6)}`].filter(Boolean).join(", "), class: "small" },
  node.count > 1 ? { text: `${node.count} moves of equal value`, class: "small" } : null,
  node.reason ? { text: short(node.reason, 27), class: "small reason" } : null,
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

/** Give each node of a tree its place: x is the middle, y the top. */
export const layOut = (root) => {
  const nodes = [];
  const place = (node, left, top, parent, side) => {
    const height = heightOf(node);
    const below = top + height + LAYER;
    const children = [...(node.children?.left ?? []).map((child) => [child, "left"]), ...(node.children?.right ?? []).map((child) => [child, "right"])];
    let x = left;
    const spots = children.map(([child, owner]) => {
      const spot = place(child, x, below, node, owner);
      x = spot.end + GAP;
      return spot;
    });
    const end = Math.max(x - GAP, left + WIDTH);
    const middle = spots.length ? (spots[0].middle + spots.at(-1).middle) / 2 : left + WIDTH / 2;
    nodes.push({ node, x: Math.max(middle, left + WIDTH / 2), y: top, height, parent, side });
    return { middle: Math.max(middle, left + WIDTH / 2), end };
  };
  place(root, 0, 0, null, null);
  return nodes.reverse();
};

const box = ({ node, x, y, height, parent }, { onGo, onToggle }) => {
  const lines = linesOf(node);
  const words = [node.text, ...lines.map(({ text }) => text).filter((text) => text !== node.text)].join(", ");
  const picture = node.pictures.map((text, place) => {
    const board = trusted(text).querySelector("svg");
    const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
    const wide = (WIDTH - 16) / node.pictures.length;
    const scale = Math.min((wide - 4) / width, (PICTURE - 8) / height);
    const [left, top] = [x - WIDTH / 2 + 8 + place * wide + (wide - scale * width) / 2, y + 8 + (PICTURE - 8 - scale * height) / 2];
    board.querySelectorAll("title").forEach((words) => words.remove());
    return s("g", { class: board.getAttribute("class"), "aria-hidden": "true", transform: `translate(${left} ${top}) scale(${scale})` }, ...board.childNodes);
  });
  const top = y + (picture.length ? PICTURE : 0) + 18;
  const parts = [
    s("rect", { x: x - WIDTH / 2, y, width: WIDTH, height, rx: 10 }),
    ...picture,
    ...lines.map(({ text, class: name }, place) => s("text", { class: name, x, y: top + 17 * place }, text)),
  ];
  const classes = ["node", parent ? "" : "root", node.reason ? "minor" : "", node.isAgain ? "again" : ""].join(" ").trim();
  const go = () => onGo(node);
  const main = parent
    ? s("g", { class: classes, role: "button", tabindex: "0", "aria-label": `Go to ${words}`, onclick: go, onkeydown: (event) => isPress(event) && go(), "data-path": node.path.join("_") }, s("title", {}, words), parts)
    : s("g", { class: classes, role: "img", "aria-label": `Here: ${words}` }, s("title", {}, words), parts);
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

const isPress = (event) => {
  const press = event.key === "Enter" || event.key === " ";
  if (press) event.preventDefault();
  return press;
};

const line = (spot, spots) => {
  const from = spots.find(({ node }) => node === spot.parent);
  const [top, bottom] = [from.y + from.height, spot.y];
  const middle = (top + bottom) / 2;
  const side = spot.node.both ? "both" : spot.side;
  return s("path", { class: `edge ${side} ${spot.node.reason ? "minor" : ""}`, d: `M${from.x} ${top}C${from.x} ${middle} ${spot.x} ${middle} ${spot.x} ${bottom}` });
};

export class Graph {
  #view = null;

  constructor({ onGo, onToggle }) {
    Object.assign(this, { onGo, onToggle });
    this.svg = s("svg", { class: "positions", role: "group", "aria-label": "Positions and moves" });
    this.element = h("div", { class: "graph-frame" }, this.svg);
    this.svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.#down(event));
  }

  /** Show a tree; the view stays where it is unless `centre` is true. */
  show(root, { centre = false } = {}) {
    const focused = this.element.getRootNode().activeElement?.dataset?.toggle;
    markEqual(root);
    this.spots = layOut(root);
    const xs = this.spots.map(({ x }) => x);
    this.size = { left: Math.min(...xs) - WIDTH / 2 - 16, top: -16, width: Math.max(...xs) - Math.min(...xs) + WIDTH + 32, height: Math.max(...this.spots.map(({ y, height }) => y + height)) + 40 };
    const boxes = this.spots.map((spot) => box(spot, this));
    this.svg.replaceChildren(...this.spots.filter(({ parent }) => parent).map((spot) => line(spot, this.spots)), ...boxes.flat());
    if (centre || !this.#view) this.centre();
    else this.#apply();
    if (focused) this.svg.querySelector(`[data-toggle="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  /** Show the whole graph, or as much of it around the present position as can be read. */
  centre() {
    const { clientWidth: wide, clientHeight: high } = this.element;
    const { left, top, width, height } = this.size;
    const scale = Math.max(wide < NARROW ? 0.8 : 0.55, Math.min(1.25, wide / width, high / height));
    const [w, hh] = [wide / scale, high / scale];
    const [root] = this.spots;
    const x = width <= w ? left - (w - width) / 2 : root.x - w / 2;
    this.#view = { x, y: height <= hh ? top - (hh - height) / 2 : top, scale };
    this.#apply();
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
    copy.querySelectorAll("[data-toggle]").forEach((element) => element.remove());
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
