// Widgets in a notebook: what Python says in `view` is shown, what the user does is sent back.
//
// STYLES is the text of the style sheets; see _widget.py, which joins this module with others.

import { Boards } from "./boards.js";
import { button, field, fill, h, select, sentence, trusted } from "./dom.js";
import { Graph } from "./graph.js";
import { connect } from "./thermograph.js";

const MODES = { left: "Left moves", right: "Right moves", edit: "Edit" };
const OUTCOMES = { L: "Left wins", R: "Right wins", N: "first player wins", P: "second player wins" };

const PATIENCE = 10_000;
const NO_ANSWER = "No answer from the notebook: its kernel is busy or not running.";

const isDark = () => document.body.dataset.jpThemeLight === "false" || document.body.classList.contains("vscode-dark") || document.body.dataset.theme === "dark";

/** Show a widget in an element; return how to end it. */
export const render = ({ model, el }) => {
  const root = el.shadowRoot ?? el.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  // Keys belong to the widget while it has the focus, and not to the commands of the notebook.
  el.dataset.lmSuppressShortcuts = "true";
  el.addEventListener("keydown", (event) => event.stopPropagation());
  const follow = () => (el.dataset.theme = isDark() ? "dark" : "light");
  const theme = new MutationObserver(follow);
  theme.observe(document.body, { attributes: true });
  follow();
  let waiting = null;
  const send = (action, args = {}) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => fill(error, NO_ANSWER), PATIENCE);
    model.send({ do: action, ...args });
  };
  const error = h("p", { class: "bad", role: "alert" });
  const frame = h("div", { class: "farstar-widget" });
  root.replaceChildren(frame);
  const widget = new KINDS[model.get("view").kind](frame, send);
  frame.append(error);
  const show = () => widget.show(model.get("view"));
  const complain = () => fill(error, sentence(model.get("error")));
  const answered = () => {
    clearTimeout(waiting);
    complain();
  };
  model.on("change:view", show);
  model.on("change:error", complain);
  model.on("change:answers", answered);
  show();
  complain();
  return () => {
    model.off("change:view", show);
    model.off("change:error", complain);
    model.off("change:answers", answered);
    clearTimeout(waiting);
    theme.disconnect();
    widget.close?.();
  };
};

const factRows = ({ outcome, who, value, mean, temperature }) =>
  [
    ["Outcome", outcome ? `${OUTCOMES[outcome] ? sentence(who) : (who ?? "")} (${outcome})` : "not found in time"],
    ["Value", value ?? "too long to find or to write here"],
    mean === null ? null : ["Mean", mean],
    temperature === null ? null : ["Temperature", temperature],
  ].filter(Boolean);

const showFacts = (element, facts) =>
  fill(
    element,
    factRows(facts).flatMap(([name, text]) => [h("dt", {}, name), h("dd", { class: name === "Value" ? "math" : "" }, text)]),
  );

const moveList = (element, moves, good, send) => {
  element.hidden = !moves.length;
  const item = ({ key, text }) => {
    const sign = good === null ? null : good.has(key) ? " ✓" : " ✗";
    return h("li", {}, button([text, sign], () => send("move", { key }), { class: "quiet small move" }));
  };
  fill(element, h("summary", {}, `${moves.length} ${moves.length === 1 ? "move" : "moves"}`), h("ul", { class: "move-list" }, moves.map(item)));
};

/** What a board and a game have in common: the boards, the facts beside them, and a list of moves. */
class Table {
  constructor(frame, send) {
    this.send = send;
    this.boards = new Boards({
      onMove: (key) => send("move", { key }),
      onCell: (_, cell) => send("click", { cell, mark: this.mark ?? "" }),
    });
    this.facts = h("dl", { class: "facts pairs", "aria-live": "polite" });
    this.head = h("div", { class: "row head" });
    this.below = h("div", { class: "row below" });
    this.list = h("details", { class: "choices" });
    frame.append(this.head, h("div", { class: "table" }, h("div", { class: "boards-frame" }, this.boards.element), this.facts), this.below, this.list);
  }

  close() {
    this.boards.close();
  }

  showTable(view, { live, good = null, every = false }) {
    const focused = this.boards.show(view.boards, view.moves, { animate: true, whole: view.text });
    this.boards.mark({ live, good, every });
    if (focused) this.boards.focus(focused);
    showFacts(this.facts, view.facts);
    const isOpen = this.list.open || view.boards.some(({ svg }) => !svg);
    moveList(this.list, live ? view.moves : [], good, this.send);
    this.list.open = isOpen;
  }
}

class BoardWidget extends Table {
  show(view) {
    const { mode } = view;
    const tabs = Object.entries(MODES).map(([key, label]) => button(label, () => this.send("set_mode", { mode: key }), { class: "quiet small", "aria-pressed": String(key === mode) }));
    const text = field("Position", { value: view.text }, "grow expression");
    text.input.addEventListener("change", () => this.send("set_text", { text: text.input.value }));
    fill(this.head, text, h("div", { class: "row tabs", role: "group", "aria-label": "What a click does" }, tabs), button("Back", () => this.send("back"), { class: "quiet small", disabled: !view.can_go_back }));
    const marks = Object.keys(view.marks);
    if (!marks.includes(this.mark)) this.mark = marks[1] ?? marks[0];
    this.showTable(view, { live: mode !== "edit", every: mode === "edit" && marks.length > 0 });
    fill(this.below, mode === "edit" ? this.tools(view, marks) : null);
  }

  tools(view, marks) {
    const chooser = (mark) => (this.mark = mark);
    const change = (which, number) => button(number > view.numbers[which] ? "+" : "−", () => this.send("set_number", { which, number }), { class: "quiet small", "aria-label": `${number > view.numbers[which] ? "Increase" : "Decrease"} number ${which + 1}` });
    const resize = (label, rows, columns) => button(label, () => this.send("resize", { rows, columns }), { class: "quiet small" });
    const [rows, columns] = view.size ?? [];
    return [
      marks.length ? select("A click puts", view.marks, this.mark, chooser) : null,
      view.numbers.map((number, which) => h("span", { class: "stepper" }, change(which, number - 1), h("b", {}, number), change(which, number + 1))),
      view.can_add ? button("Add one", () => this.send("set_number", { which: view.numbers.length, number: 1 }), { class: "quiet small" }) : null,
      view.size ? [resize("More rows", rows + 1, columns), resize("Fewer rows", rows - 1, columns), resize("More columns", rows, columns + 1), resize("Fewer columns", rows, columns - 1)] : null,
      marks.length || view.numbers.length ? null : h("p", { class: "soft" }, "This board cannot be set up by clicking: write the position above."),
    ];
  }
}

class PlayWidget extends Table {
  show(view) {
    const opponents = Object.fromEntries(view.opponents.map((name) => [name, sentence(name)]));
    fill(this.head, h("div", { class: "grow" }, h("p", { class: "status", role: "status" }, view.status), h("p", { class: "soft" }, view.last || "Click on the board to move.")));
    this.showTable(view, { live: !view.is_over, good: view.good === null ? null : new Set(view.good) });
    fill(
      this.below,
      select("Opponent", opponents, view.opponent, (opponent) => this.send("set_opponent", { opponent })),
      button("Take back", () => this.send("back"), { class: "quiet small", disabled: !view.can_go_back }),
      button("Show good moves", () => this.send("judge"), { class: "quiet small", disabled: view.is_over }),
      button("New game", () => this.send("restart"), { class: "quiet small" }),
    );
  }
}

class ThermographWidget {
  constructor(frame, send) {
    this.send = send;
    this.figure = h("div", { class: "thermograph-frame" });
    this.cooled = h("p", { class: "cooled", "aria-live": "polite" });
    frame.append(this.figure, this.cooled);
  }

  show(view) {
    if (this.html !== view.html) {
      this.html = view.html;
      fill(this.figure, trusted(view.html));
      connect(this.figure, (temperature) => this.send("cool", { temperature }));
    }
    this.moveTo(view.temperature);
    fill(this.cooled, `${view.text} cooled by ${view.temperature}: `, h("span", { class: "math" }, view.cooled ?? "too long to write here"));
  }

  /** Move the slider to a temperature that Python has set. */
  moveTo(temperature) {
    const samples = JSON.parse(this.figure.querySelector(".thermograph").dataset.samples);
    const slider = this.figure.querySelector("input[type=range]");
    const at = samples.findIndex((sample) => sample[4] === temperature);
    if (at < 0 || Number(slider.value) === at) return;
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
  }
}

class ExplorerWidget {
  constructor(frame, send) {
    this.graph = new Graph({ onGo: ({ path }) => send("go", { path: path.join("_") }), onToggle: ({ path }) => send("toggle", { path: path.join("_") }) });
    this.send = send;
    this.trail = h("ol", { class: "trail", "aria-label": "The line of play" });
    this.facts = h("dl", { class: "facts pairs" });
    const tool = (label, name, action) => button(label, action, { class: "quiet small", "aria-label": name });
    const tools = h("div", { class: "graph-tools" }, tool("+", "Zoom in", () => this.graph.zoom(1.3)), tool("−", "Zoom out", () => this.graph.zoom(1 / 1.3)), tool("Fit", "Fit", () => this.graph.fit()), tool("Centre", "Centre", () => this.graph.centre()));
    frame.append(this.trail, this.graph.element, tools, this.facts);
    this.resizing = new ResizeObserver(() => this.tree && this.graph.show(this.tree, { centre: true }));
    this.resizing.observe(this.graph.element);
  }

  close() {
    this.resizing.disconnect();
  }

  show({ tree, steps }) {
    const here = steps.join("_");
    const isElsewhere = here !== this.here;
    this.tree = tree;
    this.here = here;
    this.graph.show(tree, { centre: isElsewhere });
    const stop = ({ text, player }, place) => {
      const isLast = place === tree.trail.length - 1;
      const name = h("code", {}, text);
      const mark = player ? h("span", { class: player }, tree.is_impartial ? " → " : ` ${sentence(player)} → `) : null;
      return h("li", {}, mark, isLast ? h("b", {}, name) : button(name, () => this.send("go", { path: steps.slice(0, place).join("_") }), { class: "quiet small" }));
    };
    fill(this.trail, tree.trail.map(stop));
    const who = { outcome: tree.outcome, who: tree.outcome ? OUTCOMES[tree.outcome] ?? "" : null };
    showFacts(this.facts, { ...tree, ...who });
  }
}

const KINDS = { board: BoardWidget, play: PlayWidget, thermograph: ThermographWidget, explorer: ExplorerWidget };
