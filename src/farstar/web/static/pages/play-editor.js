// Setting up a board by clicking, where the notation of a position is its board.

import { button, fill, h, select } from "../dom.js";
import { run } from "../api.js";

const MOST_ROWS = 10;
const MOST_COLUMNS = 16;

export class Editor {
  constructor({ boards, onPlay, onEnd }) {
    Object.assign(this, { boards, onPlay, onEnd });
    this.edit = null;
    this.element = h("div", { class: "editor", hidden: true });
  }

  get text() {
    return `${this.edit.name}(${this.edit.rows.join("|")})`;
  }

  /** Begin or end setting up: `edit` is {name, rows, marks, token} of a board. */
  toggle(edit) {
    if (this.edit) {
      this.close();
      this.onEnd();
      return;
    }
    if (!edit) return;
    this.edit = { ...edit, rows: [...edit.rows] };
    const marks = Object.keys(edit.marks);
    const chooser = select("A click puts", edit.marks, marks[1], (mark) => {
      this.mark = mark;
    });
    this.mark = marks[1];
    const size = (label, rows, columns) => button(label, () => this.grow(rows, columns), { class: "quiet small" });
    fill(
      this.element,
      h("div", { class: "row" }, chooser, size("More rows", 1, 0), size("Fewer rows", -1, 0), size("More columns", 0, 1), size("Fewer columns", 0, -1)),
      h("p", { class: "row" }, h("code", {}), button("Play this board", () => this.onPlay(this.text), { class: "main-button" }), button("Leave it as it was", () => this.toggle(null))),
    );
    this.element.hidden = false;
    this.draw();
  }

  close() {
    this.edit = null;
    this.element.hidden = true;
  }

  async draw() {
    this.element.querySelector("code").textContent = this.text;
    const { text } = this;
    try {
      const view = await run("play.view", { expression: text });
      if (this.edit && this.text === text) {
        this.boards.show(view.boards, []);
        this.boards.mark({ every: true });
      }
    } catch (error) {
      if (error.kind === undefined) throw error;
      this.element.querySelector("code").textContent = `${text}: ${error.message}`;
    }
  }

  click(cell) {
    const [row, column] = cell.split(",").map(Number);
    const { rows, marks, token } = this.edit;
    const [blank] = Object.keys(marks);
    const old = rows[row]?.[column];
    if (old === undefined || old === token) return;
    // There is always exactly one token.
    const kept = this.mark === token ? rows.map((line) => line.replace(token, blank)) : rows;
    const mark = old === this.mark ? blank : this.mark;
    this.edit.rows = kept.map((line, at) => (at === row ? line.slice(0, column) + mark + line.slice(column + 1) : line));
    this.draw();
  }

  grow(rows, columns) {
    const { rows: old, marks, token } = this.edit;
    const [blank] = Object.keys(marks);
    const [high, wide] = [old.length + rows, old[0].length + columns];
    if (high < 1 || wide < 1 || high > MOST_ROWS || wide > MOST_COLUMNS || (token && rows)) return;
    const grown = [...old, ...(rows > 0 ? [""] : [])].slice(0, high).map((line) => line.slice(0, wide).padEnd(wide, blank));
    if (token && !grown.some((line) => line.includes(token))) return;
    this.edit.rows = grown;
    this.draw();
  }
}
