// Moves drawn on a board: one as an arrow along its places, or several as numbers.
//
// A place of a picture is an element with data-cell; data-x and data-y are its middle.

const SVG = "http://www.w3.org/2000/svg";
const RING = 15;
const BADGE = 10;

const draw = (name, properties, text = "") => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};

const middleOf = (svg, name) => {
  const cell = svg.querySelector(`[data-cell="${CSS.escape(name)}"]`);
  if (!cell) return null;
  // Signs stand below a pin, and in the corner of a square with a piece; arrows go through the middle.
  const pin = cell.querySelector("circle.counter, circle.spot");
  if (pin) return { x: Number(pin.getAttribute("cx")), y: Number(pin.getAttribute("cy")) };
  const [x, y, width, height] = ["x", "y", "width", "height"].map((key) => Number(cell.querySelector("rect.square")?.getAttribute(key)));
  return width ? { x: x + width / 2, y: y + height / 2 } : { x: Number(cell.dataset.x), y: Number(cell.dataset.y) };
};

/** The layer for marks, above everything else, so that no piece hides them. */
export const layerOf = (svg) => {
  const found = svg.querySelector(":scope > .marks");
  if (found) return found;
  const layer = draw("g", { class: "marks", "aria-hidden": "true" });
  svg.append(layer);
  return layer;
};

/** Remove all marks from a picture. */
export const clearMarks = (svg) => svg.querySelector(":scope > .marks")?.remove();

const head = ({ x: x1, y: y1 }, { x: x2, y: y2 }) => {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - 9 * ux, y2 - 9 * uy];
  return `M${x2} ${y2}L${bx - 5 * uy} ${by + 5 * ux}L${bx + 5 * uy} ${by - 5 * ux}Z`;
};

/** Draw a move as an arrow through its places; a move with one place is a ring around it. */
export const drawArrow = (svg, path) => {
  const points = path.map((name) => middleOf(svg, name)).filter(Boolean);
  if (!points.length) return;
  const layer = layerOf(svg);
  const [start] = points;
  const steps = points.filter(({ x, y }, place) => place === 0 || x !== points[place - 1].x || y !== points[place - 1].y);
  if (steps.length === 1) {
    layer.append(draw("circle", { class: "ring", cx: start.x, cy: start.y, r: RING }));
    if (points.length > 1) layer.append(draw("text", { class: "times", x: start.x, y: start.y + RING + 8 }, `${points.length}×`));
    return;
  }
  layer.append(
    draw("circle", { class: "ring small", cx: start.x, cy: start.y, r: 5 }),
    draw("path", { class: "arrow", d: `M${steps.map(({ x, y }) => `${x} ${y}`).join("L")}` }),
    draw("path", { class: "arrow-head", d: head(steps.at(-2), steps.at(-1)) }),
  );
};

/** Draw the number of each move in the middle of its places; numbers that would hide each other share a badge. */
export const drawNumbers = (svg, paths) => {
  const badges = [];
  paths.forEach((path, place) => {
    const points = path.map((name) => middleOf(svg, name)).filter(Boolean);
    if (!points.length) return;
    const [x, y] = ["x", "y"].map((key) => points.reduce((total, point) => total + point[key], 0) / points.length);
    const near = badges.find((badge) => Math.hypot(badge.x - x, badge.y - y) < 1.2 * BADGE);
    if (near) near.numbers.push(place + 1);
    else badges.push({ x, y, numbers: [place + 1] });
  });
  const layer = layerOf(svg);
  for (const { x, y, numbers } of badges) {
    const text = numbers.length > 2 ? `${numbers[0]}…` : numbers.join(",");
    const wide = Math.max(2 * BADGE, 7 * text.length + 6);
    layer.append(draw("rect", { class: "badge", x: x - wide / 2, y: y - BADGE, width: wide, height: 2 * BADGE, rx: BADGE }), draw("text", { class: "badge-text", x, y }, text));
  }
};

/** Write a sign, such as ✓, on a place. */
export const drawSign = (svg, cell, text, name) => layerOf(svg).append(draw("text", { class: `sign ${name}`, x: cell.dataset.x, y: cell.dataset.y }, text));
