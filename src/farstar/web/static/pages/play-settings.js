// The settings of a game: which game, from where, who plays, against whom.

import { run } from "../api.js";
import { button, field, fill, h, save, select, store, stored } from "../dom.js";
import { ownRules } from "../own-rules.js";
import { LEVELS, NAMES } from "./play-state.js";

const ANIMATION = "farstar-animation";
const OWN = "own";

/** Whether pieces move, unless the system asks for little motion. */
export const isAnimated = () =>
  stored(ANIMATION, true, (value) => typeof value === "boolean") && !matchMedia("(prefers-reduced-motion: reduce)").matches;

const filled = (template, values) => Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), template);

export class Settings {
  #games = [];

  /** `onBegin(changes)` begins a new game; `onChange(changes)` changes how the present one goes on. */
  constructor({ onBegin, onChange, onEdit, onOpenFile, onSave }) {
    Object.assign(this, { onBegin, onChange });
    this.game = select("Game", {}, "", (name) => this.#chooseGame(name));
    this.start = select("Position", {}, "", (place) => this.#chooseStart(Number(place)));
    this.fields = h("div", { class: "row fields" });
    this.expression = field("Position or sum", { name: "e" }, "grow expression");
    this.rules = ownRules("Write rules as patterns, and a position of the game above, such as Clobber(xo|ox).", (e) => this.onBegin({ ...this.chosen(), e }));
    this.side = select("You play", NAMES, "left");
    this.starter = select("Who starts", { you: "You", opponent: "The opponent" }, "you");
    this.ending = select("Ending", { normal: "Normal: no move, you lose", misere: "Misère: no move, you win" }, "normal");
    this.level = h("input", {
      type: "range",
      min: 0,
      max: Object.keys(LEVELS).length - 1,
      step: 1,
      oninput: () => this.#tellLevel(),
      onchange: () => this.onChange({ opponent: this.opponent }),
    });
    this.levelName = h("output", {});
    this.thermal = h("input", { type: "checkbox", onchange: () => this.onChange({ opponent: this.opponent }) });
    this.shared = h("input", { type: "checkbox", onchange: () => this.onChange({ opponent: this.opponent }) });
    this.animation = h("input", { type: "checkbox", onchange: () => store(ANIMATION, this.animation.checked) });
    this.animation.checked = stored(ANIMATION, true, (value) => typeof value === "boolean");
    this.said = h("p", { class: "bad", role: "alert" });
    this.editor = button("Set up the board", onEdit, { hidden: true });
    const file = h("input", { type: "file", accept: ".json,application/json", "aria-label": "Transcript", class: "hidden", tabindex: "-1", onchange: () => onOpenFile(file) });
    const form = h(
      "form",
      { class: "settings" },
      h("div", { class: "row" }, this.game, this.start),
      this.fields,
      this.expression,
      h("div", { class: "row" }, this.side, this.starter, this.ending),
      h(
        "div",
        { class: "row" },
        h("label", { class: "field level" }, h("span", {}, "Opponent: ", this.levelName), this.level),
        h("label", { class: "check" }, this.thermal, " goes by temperature only"),
        h("label", { class: "check" }, this.shared, " two people at this board"),
      ),
      this.said,
      h("div", { class: "row" }, h("button", { class: "main-button" }, "New game"), this.editor),
      this.rules.element,
      h(
        "div",
        { class: "row foot-row" },
        h("label", { class: "check" }, this.animation, " Pieces move"),
        button("Save transcript", onSave, { class: "quiet small" }),
        button("Open transcript", () => file.click(), { class: "quiet small" }),
        file,
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.onBegin(this.chosen());
    });
    this.element = form;
  }

  async load() {
    const { games } = await run("play.catalogue", {});
    this.#games = games;
    fill(this.game.input, games.map(({ name, title }) => h("option", { value: name }, title)), h("option", { value: OWN }, "Another position"));
    // Meanwhile something may have been typed, which stays.
    if (this.shown) this.#showGame(this.shown);
    return games;
  }

  get opponent() {
    return this.shared.checked ? "human" : this.thermal.checked ? "thermal" : Object.keys(LEVELS)[Number(this.level.value)];
  }

  #tellLevel() {
    this.levelName.textContent = this.shared.checked ? "a person" : this.thermal.checked ? "Thermal" : Object.values(LEVELS)[Number(this.level.value)];
  }

  /** What is chosen for a new game. */
  chosen() {
    return {
      e: this.expression.input.value.trim(),
      rules: this.rules.value,
      side: this.side.input.value,
      starter: this.starter.input.value,
      misere: this.ending.input.value === "misere",
      opponent: this.opponent,
    };
  }

  say(text) {
    this.said.textContent = text;
  }

  /** Show the settings of a game that is being played. */
  show(game) {
    this.shown = game;
    this.expression.input.value = game.e;
    this.rules.show(game.rules);
    this.side.input.value = game.side;
    this.starter.input.value = game.starter;
    this.ending.input.value = game.misere ? "misere" : "normal";
    this.thermal.checked = game.opponent === "thermal";
    this.shared.checked = game.opponent === "human";
    if (game.opponent in LEVELS) this.level.value = Object.keys(LEVELS).indexOf(game.opponent);
    this.thermal.disabled = game.misere || this.shared.checked;
    this.level.disabled = this.shared.checked;
    this.#tellLevel();
    this.#showGame(game);
  }

  /** Show which of the games of the list this is. */
  #showGame(game) {
    const bare = (text) => text.replace(/\s/g, "");
    const known = this.#games.find(({ starts }) => starts.some(({ e }) => bare(e) === bare(game.e)));
    const named = known ?? this.#games.find(({ name, template }) => [name, template.split("(")[0]].includes(game.e.split("(")[0]) && !/[+]/.test(game.e));
    this.game.input.value = named?.name ?? OWN;
    this.#showStarts(named, game.e);
  }

  #showStarts(game, e) {
    this.start.hidden = !game;
    fill(this.fields);
    if (!game) return;
    const place = game.starts.findIndex((start) => start.e.replace(/\s/g, "") === e.replace(/\s/g, ""));
    fill(this.start.input, game.starts.map((start, at) => h("option", { value: at }, start.e)), place < 0 ? h("option", { value: -1 }, "Your own") : null);
    this.start.input.value = String(place);
    this.#showFields(game, e);
  }

  #showFields(game, e) {
    if (!game.fields.length) return;
    const escaped = (text) => text.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&");
    const pattern = game.fields.reduce((text, { name, pattern: own, choices }) => {
      const inner = choices.length ? choices.map(([choice]) => escaped(choice)).join("|") : own;
      return text.replace(escaped(`{${name}}`), `\\s*(?<${name}>${inner})\\s*`);
    }, escaped(game.template));
    const values = new RegExp(`^${pattern}$`).exec(e)?.groups;
    if (!values) return;
    const inputs = {};
    const change = () => this.onBegin({ ...this.chosen(), e: filled(game.template, Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value]))) });
    for (const { name, label, choices } of game.fields) {
      const element = choices.length ? select(label, Object.fromEntries(choices), values[name].trim(), change) : field(label, { value: values[name].trim(), onchange: change }, "short");
      inputs[name] = element.input;
      this.fields.append(element);
    }
  }

  #chooseGame(name) {
    const game = this.#games.find((other) => other.name === name);
    if (game) this.#begin(game.starts[0]);
    else this.expression.input.focus();
  }

  #chooseStart(place) {
    const game = this.#games.find(({ name }) => name === this.game.input.value);
    if (game?.starts[place]) this.#begin(game.starts[place]);
  }

  /** Begin from a position as the visitor can win it. */
  #begin({ e, side, first }) {
    this.onBegin({ ...this.chosen(), e, side, starter: first, misere: false, rules: "" });
  }
}

/** Save a transcript as a file. */
export const saveTranscript = (text) => save("game.json", text, "application/json");
