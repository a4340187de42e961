// A table shown like a map: one canvas, tiles that are computed when they come into view.

import { h } from "./dom.js";
import { paint, textOn } from "./palette.js";

export const TILE = 128;
const MARGIN = { left: 56, top: 44, right: 18, bottom: 6 };
const LARGEST = 64; // pixels of a cell
const FITTING = 26; // pixels of a cell with text in it
const COARSEST = 1.4; // a sample is at least so many pixels wide, except at the coarsest step
const STEPS = [1, 2, 4, 8, 16, 32, 64];
const AT_ONCE = 3; // tiles that are asked for at the same time
const EMPTY = 0xffff;

const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const within = (low, n, high) => Math.max(low, Math.min(high, n));

const unpack = async (text) => {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint16Array(await new Response(stream).arrayBuffer());
};

/** The map of a table.
 *
 * @param table {down: {name, first, last}, across: {name, first, last}}
 * @param palette colours of the labels; see palette.js
 * @param load (step, row, column, signal) => a promise of a tile
 * @param on {cell(cell), view(view), tiles(), error(error), open(cell)} */
export class Map_ {
  #tiles = new Map();
  #waiting = new AbortController();
  #running = 0;
  #pointers = new Map();
  #frame = 0;

  constructor(table, palette, load, on) {
    Object.assign(this, { table, palette, load, on });
    this.rows = table.down.last - table.down.first + 1;
    this.columns = table.across.last - table.across.first + 1;
    this.selected = null;
    this.canvas = h("canvas", { id: "cells", tabindex: "0", role: "application", "aria-roledescription": "table of cells" });
    this.element = h("div", { class: "map" }, this.canvas);
    this.#listen();
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(this.element);
    this.theme = new MutationObserver(() => this.repaint());
    this.theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  stop() {
    this.#waiting.abort();
    this.observer.disconnect();
    this.theme.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  // The size of the map, and how much of the table is in view.

  get #room() {
    return { width: this.width - MARGIN.left - MARGIN.right, height: this.height - MARGIN.top - MARGIN.bottom };
  }

  #resize() {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || (clientWidth === this.width && clientHeight === this.height)) return;
    const isFirst = this.width === undefined;
    this.width = clientWidth;
    this.height = clientHeight;
    if (isFirst && !this.side) this.fit();
    else this.#clamp();
    this.draw();
  }

  get smallest() {
    const { width, height } = this.#room;
    return Math.min(LARGEST, width / this.columns, height / this.rows);
  }

  /** Show all of the table. */
  fit() {
    const side = this.smallest;
    this.side = side >= 1 ? Math.floor(side) : side;
    this.x = this.y = 0;
    this.#clamp();
    this.#viewed();
  }

  /** Show a part: the first row and column in view, counted from 0, and pixels for a cell. */
  look({ x, y, side }) {
    Object.assign(this, { x, y, side });
    if (this.width !== undefined) {
      this.#clamp();
      this.draw();
    }
  }

  #clamp() {
    this.side = within(this.smallest < 1 ? this.smallest : Math.floor(this.smallest), this.side, LARGEST);
    const { width, height } = this.#room;
    this.x = within(0, this.x, Math.max(0, this.columns - width / this.side));
    this.y = within(0, this.y, Math.max(0, this.rows - height / this.side));
  }

  #viewed() {
    this.draw();
    this.on.view({ x: this.x, y: this.y, side: this.side, isAll: this.isAll });
  }

  /** Whether the whole table is in view. */
  get isAll() {
    const { width, height } = this.#room;
    return this.columns * this.side <= width + 1 && this.rows * this.side <= height + 1;
  }

  /** The rows and columns in view, as values of the variables: first and last of each. */
  get range() {
    const { width, height } = this.#room;
    const { down, across } = this.table;
    const span = (first, start, length, count) => [first + Math.floor(start), first + Math.min(count, Math.ceil(start + length)) - 1];
    return [...span(down.first, this.y, height / this.side, this.rows), ...span(across.first, this.x, width / this.side, this.columns)];
  }

  zoom(factor, at = null) {
    const { width, height } = this.#room;
    const place = at ?? { x: width / 2, y: height / 2 };
    const column = this.x + place.x / this.side;
    const row = this.y + place.y / this.side;
    this.side = within(this.smallest < 1 ? this.smallest : Math.floor(this.smallest), this.side * factor, LARGEST);
    this.x = column - place.x / this.side;
    this.y = row - place.y / this.side;
    this.#clamp();
    this.#viewed();
  }

  // Tiles

  get step() {
    return STEPS.find((step) => step * this.side >= COARSEST) ?? STEPS.at(-1);
  }

  #visible(step) {
    const { width, height } = this.#room;
    const size = TILE * step;
    const list = [];
    const last = (start, length, count) => Math.floor((Math.min(count, start + length / this.side) - 1e-9) / size);
    for (let row = Math.floor(this.y / size); row <= last(this.y, height, this.rows); row += 1) {
      for (let column = Math.floor(this.x / size); column <= last(this.x, width, this.columns); column += 1) list.push([step, row, column]);
    }
    return list;
  }

  #request() {
    const middle = { row: this.y + this.#room.height / this.side / 2, column: this.x + this.#room.width / this.side / 2 };
    const distance = ([step, row, column]) => Math.hypot((row + 0.5) * TILE * step - middle.row, (column + 0.5) * TILE * step - middle.column);
    const wanted = this.#visible(this.step).filter((key) => !this.#tiles.has(String(key)));
    for (const key of wanted.sort((a, b) => distance(a) - distance(b)).slice(0, AT_ONCE - this.#running)) this.#ask(key);
  }

  async #ask(key) {
    const name = String(key);
    this.#tiles.set(name, null);
    this.#running += 1;
    try {
      const tile = await this.load(...key, this.#waiting.signal);
      const cells = await unpack(tile.cells);
      if (this.#waiting.signal.aborted) return;
      this.#tiles.set(name, { ...tile, cells, ids: this.palette.add(tile), picture: null });
      if (this.palette.isChanged()) for (const other of this.#tiles.values()) if (other) other.picture = null;
      this.on.tiles();
    } catch (error) {
      this.#tiles.delete(name);
      if (this.#waiting.signal.aborted) return;
      this.#waiting.abort();
      this.on.error(error);
      return;
    } finally {
      this.#running -= 1;
    }
    this.draw();
  }

  /** Whether everything in view is there, cell by cell. */
  get isComplete() {
    return this.#visible(this.step).every((key) => this.#tiles.get(String(key)));
  }

  /** Whether all of the table is there, so that its cells can be counted. */
  get isCounted() {
    const size = TILE;
    for (let row = 0; row * size < this.rows; row += 1) {
      for (let column = 0; column * size < this.columns; column += 1) if (!this.#tiles.get(String([1, row, column]))) return false;
    }
    return true;
  }

  // Drawing

  repaint() {
    for (const tile of this.#tiles.values()) if (tile) tile.picture = null;
    this.draw();
  }

  draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#drawNow());
  }

  #drawNow() {
    if (!this.width || this.#waiting.signal.aborted) return;
    this.#request();
    const sharp = devicePixelRatio || 1;
    const { canvas } = this;
    if (canvas.width !== this.width * sharp || canvas.height !== this.height * sharp) {
      canvas.width = this.width * sharp;
      canvas.height = this.height * sharp;
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    pen.imageSmoothingEnabled = false;
    pen.save();
    const { width, height } = this.#room;
    pen.beginPath();
    pen.rect(MARGIN.left, MARGIN.top, Math.min(width, (this.columns - this.x) * this.side), Math.min(height, (this.rows - this.y) * this.side));
    pen.clip();
    pen.fillStyle = style("--fill");
    pen.fillRect(MARGIN.left, MARGIN.top, width, height);
    // Coarser tiles stay until finer ones are there.
    for (const step of [...STEPS].reverse().filter((s) => s >= this.step)) {
      for (const key of this.#visible(step)) {
        const tile = this.#tiles.get(String(key));
        if (tile) this.#drawTile(pen, key, tile);
      }
    }
    if (this.side >= FITTING) this.#write(pen);
    if (this.selected) this.#mark(pen);
    pen.restore();
    this.#axes(pen);
  }

  #drawTile(pen, [step, row, column], tile) {
    tile.picture ??= paint(tile, this.palette);
    const x = MARGIN.left + (column * TILE * step - this.x) * this.side;
    const y = MARGIN.top + (row * TILE * step - this.y) * this.side;
    pen.drawImage(tile.picture, x, y, tile.columns.length * step * this.side, tile.rows.length * step * this.side);
  }

  #write(pen) {
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const size = within(9, this.side / 3, 16);
    pen.font = `${size}px ${style("--sans")}`;
    for (const [, row, column] of this.#visible(1)) {
      const tile = this.#tiles.get(String([1, row, column]));
      if (!tile) continue;
      for (let r = 0; r < tile.rows.length; r += 1) {
        const y = MARGIN.top + (row * TILE + r + 0.5 - this.y) * this.side;
        if (y < 0 || y > this.height) continue;
        for (let c = 0; c < tile.columns.length; c += 1) {
          const x = MARGIN.left + (column * TILE + c + 0.5 - this.x) * this.side;
          const index = tile.cells[r * tile.columns.length + c];
          if (x < 0 || x > this.width || index === EMPTY) continue;
          const label = tile.labels[index];
          if (pen.measureText(label).width > this.side - 4) continue;
          pen.fillStyle = textOn(this.palette.colourOf(tile.ids[index]));
          pen.fillText(label, x, y);
        }
      }
    }
  }

  #mark(pen) {
    const { row, column } = this.#placeOf(this.selected);
    const x = MARGIN.left + (column - this.x) * this.side;
    const y = MARGIN.top + (row - this.y) * this.side;
    const size = Math.max(this.side, 5);
    for (const [width, colour] of [[4, "--card"], [2, "--ink"]]) {
      pen.lineWidth = width;
      pen.strokeStyle = style(colour);
      pen.strokeRect(x - 1, y - 1, size + 2, size + 2);
    }
  }

  #axes(pen) {
    const { down, across } = this.table;
    const { width, height } = this.#room;
    pen.fillStyle = style("--soft");
    pen.font = `12px ${style("--sans")}`;
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.fillText(`${down.name} ↓`, 4, MARGIN.top - 12);
    pen.fillText(`${across.name} →`, MARGIN.left, 10);
    const stepFor = (room) => [1, 2, 5].flatMap((n) => [0, 1, 2, 3, 4].map((k) => n * 10 ** k)).sort((a, b) => a - b).find((n) => n * this.side >= room);
    const ticks = (first, start, length, count, room, put) => {
      const step = stepFor(room) ?? count;
      const end = Math.min(count, start + length / this.side);
      for (let n = Math.ceil((first + Math.floor(start)) / step) * step; n < first + end; n += step) {
        const at = (n - first - start + 0.5) * this.side;
        if (at >= 0 && at <= length) put(n, at);
      }
    };
    pen.textAlign = "right";
    ticks(down.first, this.y, height, this.rows, 20, (n, at) => pen.fillText(n, MARGIN.left - 6, MARGIN.top + at));
    pen.textAlign = "center";
    ticks(across.first, this.x, width, this.columns, 40, (n, at) => pen.fillText(n, MARGIN.left + at, MARGIN.top - 10));
  }

  // Cells: values of the variables, such as {down: 11, across: 8}

  #placeOf({ down, across }) {
    return { row: down - this.table.down.first, column: across - this.table.across.first };
  }

  /** The text of a cell: undefined if it is not there yet, null if there is no such position. */
  labelOf(cell) {
    const { row, column } = this.#placeOf(cell);
    for (const step of STEPS.filter((s) => s <= this.step || s === 1)) {
      const tile = this.#tiles.get(String([step, Math.floor(row / TILE / step), Math.floor(column / TILE / step)]));
      if (!tile) continue;
      const r = tile.rows.indexOf(cell.down);
      const c = tile.columns.indexOf(cell.across);
      if (r < 0 || c < 0) continue;
      const index = tile.cells[r * tile.columns.length + c];
      return index === EMPTY ? null : tile.labels[index];
    }
    return undefined;
  }

  #cellAt({ x, y }) {
    const column = Math.floor(this.x + x / this.side);
    const row = Math.floor(this.y + y / this.side);
    if (row < 0 || column < 0 || row >= this.rows || column >= this.columns || x < 0 || y < 0) return null;
    const step = this.step;
    const tile = this.#tiles.get(String([step, Math.floor(row / TILE / step), Math.floor(column / TILE / step)]));
    if (step === 1 || !tile) return { down: this.table.down.first + row, across: this.table.across.first + column };
    // What is seen is one of several cells: that one is read.
    return { down: tile.rows[Math.floor(row / step) % TILE], across: tile.columns[Math.floor(column / step) % TILE] };
  }

  select(cell) {
    this.selected = cell;
    const { row, column } = this.#placeOf(cell);
    const { width, height } = this.#room;
    const move = (at, start, length) => (at < start ? at : at + 1 > start + length / this.side ? at + 1 - length / this.side : start);
    this.x = move(column, this.x, width);
    this.y = move(row, this.y, height);
    this.#clamp();
    this.draw();
    this.on.cell(cell, true);
  }

  // What the user does

  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left - MARGIN.left, y: event.clientY - box.top - MARGIN.top };
  }

  #listen() {
    const { canvas } = this;
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-within(-80, event.deltaY, 80) / 160), this.#at(event));
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.#pointers.set(event.pointerId, { ...this.#at(event), moved: 0 });
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#pointers.delete(event.pointerId));
    canvas.addEventListener("dblclick", (event) => {
      const cell = this.#cellAt(this.#at(event));
      if (cell) this.on.open(cell);
    });
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  #move(event) {
    const now = this.#at(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      const cell = this.#cellAt(now);
      if (cell && event.pointerType === "mouse") this.on.cell(cell, false);
      return;
    }
    const others = [...this.#pointers.entries()].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    const moved = before.moved + Math.hypot(now.x - before.x, now.y - before.y);
    this.#pointers.set(event.pointerId, { ...now, moved });
    if (others.length) {
      const gap = (point) => Math.hypot(point.x - others[0].x, point.y - others[0].y);
      this.zoom(gap(now) / Math.max(1, gap(before)), { x: (now.x + others[0].x) / 2, y: (now.y + others[0].y) / 2 });
      return;
    }
    if (moved < 4) return;
    this.x -= (now.x - before.x) / this.side;
    this.y -= (now.y - before.y) / this.side;
    this.#clamp();
    this.#viewed();
  }

  #up(event) {
    const pointer = this.#pointers.get(event.pointerId);
    this.#pointers.delete(event.pointerId);
    const cell = pointer && pointer.moved < 4 && this.#cellAt(this.#at(event));
    if (cell) this.select(cell);
  }

  #key(event) {
    const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const { down, across } = this.table;
    if (event.key in arrows) {
      const [rows, columns] = arrows[event.key];
      const start = this.selected ?? { down: down.first - rows, across: across.first - columns };
      this.select({ down: within(down.first, start.down + rows, down.last), across: within(across.first, start.across + columns, across.last) });
    } else if (event.key === "Enter" && this.selected) this.on.open(this.selected);
    else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }
}
