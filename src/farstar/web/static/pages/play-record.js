// The moves of a game with the evaluation beside them, and the turning points.

import { button, fill, h, trusted } from "../dom.js";
import { NAMES, firstOf, isShared, isYours } from "./play-state.js";

const SIGNS = { left: "L", right: "R", draw: "=" };
const WORDS = { left: "Left wins with best play", right: "Right wins with best play", draw: "a draw with best play" };

/** A small mark that says who wins with best play. */
export const verdictMark = (verdict) =>
  verdict
    ? h("span", { class: `verdict-mark ${verdict}`, title: WORDS[verdict] }, SIGNS[verdict], h("span", { class: "hidden" }, `: ${WORDS[verdict]}`))
    : h("span", { class: "verdict-mark" }, "·");

export class Record {
  /** `onGo(place)` is told to look at the position after so many moves. */
  constructor({ onGo }) {
    this.onGo = onGo;
    this.list = h("ol", { class: "record", "aria-label": "Moves of the game" });
    const go = (label, name, target) =>
      button(label, () => this.onGo(target(this.game)), { class: "quiet small", "aria-label": name, title: name });
    this.buttons = [
      go("«", "Beginning", () => 0),
      go("‹", "One move back", (game) => game.at - 1),
      go("›", "One move on", (game) => game.at + 1),
      go("»", "Latest move", (game) => game.moves.length),
    ];
    // Its room is kept, so that nothing moves when it comes.
    this.bar = h("div", { class: "evaluation waiting" });
    this.scroller = h("div", { class: "record-scroll", tabindex: "0", role: "region", "aria-label": "Moves" }, this.list);
    this.element = h("div", { class: "record-box" }, this.bar, this.scroller, h("div", { class: "steps-row" }, this.buttons));
  }

  /** Show the moves {player, html}; `analysis` has verdicts and turning points, or is null. */
  show(game, record, analysis = null) {
    this.game = game;
    const worse = new Map((analysis?.turning_points ?? []).map((point) => [point.place, point]));
    const item = (place) => {
      const move = record[place];
      if (!move) return h("li", { class: "later" }, `${place + 1}.`);
      const point = worse.get(place);
      const label = button(
        [h("span", { class: "hidden" }, `${NAMES[move.player]}: `), h("span", { class: "text" }, trusted(move.short)), point ? h("b", { class: "bad" }, point.after === "loss" ? "??" : "?") : null],
        () => this.onGo(place + 1),
        { class: `ply ${move.player}`, title: move.text.replaceAll("->", "→"), "aria-current": place + 1 === game.at ? "step" : false },
      );
      return h("li", { value: place + 1 }, label, analysis ? verdictMark(analysis.verdicts[place + 1]) : null);
    };
    fill(
      this.list,
      record.length ? record.map((_, place) => item(place)) : h("li", { class: "none soft" }, `${NAMES[firstOf(game)]} begins.`),
    );
    this.#follow();
    const [start, back, on, end] = this.buttons;
    start.disabled = back.disabled = game.at === 0;
    on.disabled = end.disabled = game.at === game.moves.length;
    this.#showBar(game, analysis);
  }

  /** Show nothing: there is no game. */
  clear() {
    fill(this.list);
    this.#hideBar();
    this.buttons.forEach((step) => (step.disabled = true));
  }

  /** Scroll the list, and nothing else, to the move that is looked at. */
  #follow() {
    const current = this.list.querySelector("[aria-current]");
    if (!current) return;
    const [box, frame] = [current.getBoundingClientRect(), this.scroller.getBoundingClientRect()];
    if (box.bottom > frame.bottom) this.scroller.scrollTop += box.bottom - frame.bottom + 4;
    else if (box.top < frame.top) this.scroller.scrollTop -= frame.top - box.top + 4;
  }

  #hideBar() {
    this.bar.className = "evaluation waiting";
    fill(this.bar);
  }

  #showBar(game, analysis) {
    const verdict = analysis?.verdicts[game.at] ?? null;
    if (!verdict) {
      this.#hideBar();
      return;
    }
    this.bar.className = `evaluation ${verdict}`;
    fill(this.bar, h("span", {}, WORDS[verdict][0].toUpperCase() + WORDS[verdict].slice(1)));
  }
}

const RESULTS = { win: "won", draw: "drawn", loss: "lost" };

/** What is to be learnt from a game: the turning points, each with a way to try again. */
export const lesson = (game, analysis, { onGo, onRetry }) => {
  const points = analysis.turning_points;
  const yours = points.filter((point) => point.player === game.side);
  const line = (point) =>
    h(
      "li",
      {},
      h("p", {}, `Move ${point.place + 1}, ${NAMES[point.player]}${point.player === game.side && !isShared(game) ? " (you)" : ""}: from ${RESULTS[point.before]} to ${RESULTS[point.after]}.`, point.better ? [" Better: ", h("b", {}, point.better.text.replaceAll("->", "→")), "."] : ""),
      h(
        "p",
        { class: "row" },
        button("Look", () => onGo(point.place), { class: "quiet small", "aria-label": `Look at the position before move ${point.place + 1}` }),
        isYours(game, point.place) ? button("Try again from here", () => onRetry(point.place), { class: "quiet small" }) : null,
      ),
    );
  const first = analysis.verdicts[0];
  const words = isShared(game)
    ? points.length ? "" : analysis.is_complete ? "Nobody made a mistake." : "No mistake was found; some positions are too large to judge."
    : !yours.length && !analysis.is_complete
      ? "No mistake of yours was found; some positions are too large to judge."
      : yours.length
        ? ""
        : first && first !== game.side && first !== "draw"
          ? `You made no mistake: the position was lost from the beginning${points.length ? ", but the opponent let you in" : ""}.`
          : "You made no mistake.";
  return h(
    "div",
    { class: "lesson" },
    h("h3", {}, "Analysis"),
    words ? h("p", {}, words) : null,
    points.length ? h("ol", { class: "turning-points" }, points.map(line)) : null,
  );
};
