// The entrance: what this is in a sentence, a board to play at once, and three doors.

import * as address from "../address.js";
import { field, h } from "../dom.js";
import { explain } from "../glossary.js";
import { SmallGame } from "../small-game.js";

export const title = "Games";

const GAME = { e: "Domineering(4x4)", opponent: "novice" };

const door = (page, words, ...more) =>
  h("section", { class: "card door" }, h("h2", {}, h("a", { href: address.href(page) }, { play: "Play", learn: "Learn", evaluate: "Compute" }[page])), h("p", {}, words), more);

export const mount = (container) => {
  const game = new SmallGame(GAME);
  const expression = field("A game or a sum", { placeholder: "Domineering(3x3) + *2" }, "grow expression");
  const compute = h("form", {}, h("div", { class: "row" }, expression, h("button", { class: "main-button" }, "Compute")));
  compute.addEventListener("submit", async (event) => {
    event.preventDefault();
    const e = expression.input.value.trim() || expression.input.placeholder;
    // The module that shows pages imports this one.
    const { open } = await import("../app.js");
    open("evaluate", { e });
  });
  container.className = "home";
  container.append(
    h("p", { class: "lead" }, "Farstar plays and solves games for two without chance, from Nim to boards of your own, and explains who wins and why."),
    h(
      "section",
      { class: "card try", "aria-label": "A game" },
      h("div", {}, h("h2", {}, "Try one: Domineering"), h("p", {}, "You are Left and place upright dominoes: click two empty squares, one above the other. Right places lying ones. A player who cannot move loses."), h("p", {}, h("a", { href: address.href("learn", { lesson: "1" }) }, "Why does somebody always win?"))),
      game.element,
    ),
    explain(h(
      "div",
      { class: "doors" },
      door("play", "Dozens of games against the computer, from beginner to perfect, puzzles with one winning move, or two people at one board."),
      door("learn", "Ten short lessons, each with a board: from who wins to thermographs and games of your own.", h("p", {}, "For a class: ", h("a", { href: address.href("worksheet") }, "worksheets to print"), ".")),
      door("evaluate", "Values, outcomes and proofs of positions and sums.", compute),
    )),
  );
  return { unmount: () => game.close() };
};
