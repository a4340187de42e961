// The colours of a table: of outcomes, of the most frequent values, or along a scale of numbers.

const CLASSES = ["#0b559f", "#d9730d", "#2b8a6b", "#8e4585", "#b5a000", "#5b6b7d", "#c2556b", "#4fb3c9"];
const OUTCOMES = { L: "--outcome-l", R: "--outcome-r", N: "--outcome-n", P: "--outcome-p" };
// From dark to light, even in brightness, so that it can be read in grey.
export const RAMP = [[68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [253, 231, 37]];
export const SCALES = { linear: "linear scale", log: "logarithmic scale", rank: "by rank" };
const EMPTY = 0xffff;

const hex = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16));
const style = (name) => hex(getComputedStyle(document.documentElement).getPropertyValue(name).trim());
export const css = (rgb) => `rgb(${rgb.join(" ")})`;

/** Black or white, whichever can be read on a colour. */
export const textOn = ([r, g, b]) => (3 * r + 6 * g + b > 1280 ? "#000000" : "#ffffff");

const grown = (x) => Math.sign(x) * Math.log1p(Math.abs(x));

const shade = (share) => {
  const at = share * (RAMP.length - 1);
  const i = Math.min(Math.floor(at), RAMP.length - 2);
  return RAMP[i].map((low, k) => Math.round(low + (at - i) * (RAMP[i + 1][k] - low)));
};

/** What the labels of a table look like; it learns them from tiles, and keeps the colours it gave. */
export class Palette {
  labels = []; // {text, number, count}
  kind = null;
  scale = null;
  #ids = new Map();
  #changed = false;
  #levels = []; // the different numbers, in order
  #shares = []; // the part of the cells below each, and half of those at it

  /** Learn the labels of a tile; return their ids. */
  add({ labels, numbers, counts, kind }) {
    this.kind ??= labels.length ? kind : null;
    const ids = labels.map((text, i) => {
      let id = this.#ids.get(text);
      if (id === undefined) {
        id = this.labels.length;
        this.#ids.set(text, id);
        this.labels.push({ text, number: numbers[i], count: 0 });
      }
      this.labels[id].count += counts[i];
      return id;
    });
    this.#learn();
    return ids;
  }

  get isScale() {
    return this.kind === "number" || this.kind === "mean";
  }

  #learn() {
    if (!this.isScale) return;
    const counts = new Map();
    for (const { number, count } of this.labels) if (number !== null) counts.set(number, (counts.get(number) ?? 0) + count);
    const levels = [...counts.keys()].sort((a, b) => a - b);
    this.#changed = this.scale === "rank" || levels.length !== this.#levels.length || levels[0] !== this.#levels[0];
    this.#levels = levels;
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    let below = 0;
    this.#shares = levels.map((number) => {
      const share = (below + counts.get(number) / 2) / all;
      below += counts.get(number);
      return share;
    });
    this.scale ??= this.#isSkewed() ? "rank" : "linear";
  }

  /** Whether nine cells of ten would have nearly one colour. */
  #isSkewed() {
    const [low, high] = this.limits;
    const all = this.labels.reduce((sum, { count }) => sum + count, 0);
    const near = (part) => this.labels.filter(({ number }) => number !== null && (number - low) / (high - low || 1) <= part).reduce((sum, { count }) => sum + count, 0);
    return near(0.25) > 0.8 * all || near(0.75) < 0.2 * all;
  }

  /** Whether colours have changed since this was last asked. */
  isChanged() {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  get limits() {
    return [this.#levels[0] ?? 0, this.#levels.at(-1) ?? 1];
  }

  share(number) {
    if (this.scale === "rank") {
      let low = 0;
      let high = this.#levels.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.#levels[middle] < number) low = middle + 1;
        else high = middle;
      }
      return this.#shares[Math.min(low, this.#shares.length - 1)] ?? 0;
    }
    const [low, high] = this.limits.map(this.scale === "log" ? grown : (x) => x);
    const at = this.scale === "log" ? grown(number) : number;
    return high > low ? (at - low) / (high - low) : 0;
  }

  /** The number at a place of the scale. */
  at(share) {
    if (this.scale === "rank") {
      const i = this.#shares.findIndex((other) => other >= share);
      return this.#levels.at(i) ?? 0;
    }
    const [low, high] = this.limits;
    if (this.scale !== "log") return low + share * (high - low);
    const x = grown(low) + share * (grown(high) - grown(low));
    return Math.sign(x) * Math.expm1(Math.abs(x));
  }

  shade = shade;

  colourOf(id) {
    const { text, number } = this.labels[id];
    if (this.kind === "outcome") return text in OUTCOMES ? style(OUTCOMES[text]) : style("--grid");
    if (!this.isScale) return id < CLASSES.length ? hex(CLASSES[id]) : style("--grid");
    return number === null ? style("--grid") : shade(Math.min(1, Math.max(0, this.share(number))));
  }

  /** The classes that have a colour of their own, in the order of the legend. */
  get classes() {
    const list = this.labels.map((label, id) => ({ ...label, id }));
    if (this.kind === "outcome") return ["L", "R", "N", "P"].map((text) => list.find((label) => label.text === text)).filter(Boolean);
    return list.slice(0, CLASSES.length);
  }

  get hasOthers() {
    return !this.isScale && this.kind !== "outcome" && this.labels.length > CLASSES.length;
  }

  /** What a picture needs to look like the page; it is always light, since it is printed. */
  toData() {
    if (this.isScale) return { classes: {}, others: style("--grid"), ramp: RAMP, scale: this.scale, limits: this.limits, levels: this.scale === "rank" ? this.#levels.map((number, i) => [number, this.#shares[i]]).slice(0, 2_000) : [] };
    return { classes: Object.fromEntries(this.classes.map(({ text, id }) => [text, this.colourOf(id)])), others: style("--grid") };
  }
}

/** Paint a tile: one pixel for each cell. */
export const paint = (tile, palette) => {
  const columns = tile.columns.length;
  const rows = tile.rows.length;
  const canvas = new OffscreenCanvas(columns, rows);
  const pixels = new ImageData(columns, rows);
  const four = new Uint32Array(pixels.data.buffer);
  const packed = ([r, g, b]) => new Uint32Array(new Uint8Array([r, g, b, 255]).buffer)[0];
  const colours = tile.ids.map((id) => packed(palette.colourOf(id)));
  const blank = packed(style("--card"));
  for (let i = 0; i < tile.cells.length; i += 1) four[i] = tile.cells[i] === EMPTY ? blank : colours[tile.cells[i]];
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  return canvas;
};
