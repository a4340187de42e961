// A game on a page about something else: a board against the computer, and a way to the page Play.

import * as address from "./address.js";
import { run } from "./api.js";
import { Boards } from "./boards.js";
import { button, h, sentence } from "./dom.js";
import { NAMES, argumentsOf, cutAt, firstOf, isYours, other, played, stateOf } from "./pages/play-state.js";

const USUAL = { puzzle: "", rules: "", side: "left", starter: "you", opponent: "club", misere: false, moves: [], at: 0 };

export class SmallGame {
  /** `given` has the position e, and what else of a game is not usual; see play-state.js. */
  constructor(given, { onEnd = null } = {}) {
    this.onEnd = onEnd;
    this.boards = new Boards({ onMove: (key) => this.play(key) });
    this.status = h("p", { class: "status", "aria-live": "polite", tabindex: "-1" }, " ");
    this.hinted = button("Hint", () => this.hint(), { class: "quiet small" });
    this.open = h("a", { class: "quiet small", href: "#" }, "More on Play");
    const again = button("Start again", () => this.go(cutAt(this.game, 0)), { class: "quiet small" });
    this.element = h("div", { class: "small-game" }, this.status, this.boards.element, h("div", { class: "row" }, this.hinted, again, this.open));
    this.go({ ...USUAL, ...given });
  }

  play(key) {
    // Until the new position is there, nothing can be clicked.
    this.boards.mark({ live: false });
    this.go(played(this.game, key));
  }

  close() {
    this.game = null;
    this.boards.close();
  }

  async go(game) {
    const animate = this.game && game.at === this.game.at + 1;
    this.game = game;
    this.open.href = address.href("play", stateOf(game));
    try {
      const view = await run("play.view", argumentsOf(game));
      if (game !== this.game) return;
      this.show(view, animate);
      if (view.result === null && !isYours(game)) await this.answer(game);
    } catch (error) {
      if (error.kind === undefined) throw error;
      this.status.textContent = `${sentence(error.message)}.`;
    }
  }

  show(view, animate) {
    const { game } = this;
    const focused = this.boards.show(view.boards, view.moves, { animate, whole: "Nothing is left." });
    const isLive = view.result === null && isYours(game);
    this.boards.mark({ live: isLive });
    this.hinted.disabled = !isLive;
    const stuck = view.to_move === game.side ? "You cannot move" : `${NAMES[view.to_move]} cannot move`;
    const ending = { [game.side]: `${stuck}: you win!`, [other(game.side)]: `${stuck}: you lose.`, draw: "A draw." };
    const begins = game.moves.length ? "" : firstOf(game) === game.side ? ", and you begin" : "";
    this.status.textContent = view.result ? ending[view.result] : isLive ? `Your turn: you are ${NAMES[game.side]}${begins}.` : `${NAMES[view.to_move]} thinks …`;
    this.status.className = `status ${view.result === game.side ? "good" : view.result ? "bad" : ""}`;
    const wanted = focused ?? (document.activeElement === this.status ? this.wanted : null);
    this.wanted = wanted;
    if (wanted && !this.boards.focus(wanted)) this.status.focus({ preventScroll: true });
    if (view.result) this.onEnd?.(view.result === game.side);
  }

  async answer(game) {
    const { key } = await run("play.reply", { ...argumentsOf(game), opponent: game.opponent, seed: Math.floor(Math.random() * 2 ** 31) });
    if (game === this.game) this.go(played(game, key));
  }

  async hint() {
    const { game } = this;
    try {
      const { key, leads_to: leadsTo } = await run("play.hint", { ...argumentsOf(game), seed: 1 });
      if (game !== this.game) return;
      this.boards.clear();
      this.boards.mark({ live: true, hint: key });
      if (leadsTo === "loss") this.status.textContent = "No move wins any more: start again, or hope for a mistake.";
    } catch (error) {
      if (error.kind === undefined) throw error;
      this.status.textContent = `${sentence(error.message)}.`;
    }
  }
}
