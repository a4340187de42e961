// What the page Play says about making moves.

import { button, h } from "../dom.js";

const MOST_LISTED = 40;

/** How a sum is played. */
export const sumRules = (count) =>
  h("p", { class: "sum-rules" }, `These ${count} games are played together: at each turn you choose one of them and make a move there. This is what adding games means.`);

/** How the moves of some boards are made by clicking; nothing where there is nothing to click. */
export const howToMove = (boards) => {
  const paths = boards.flatMap((board) => board.paths.map(([, path]) => path));
  const lengths = new Set(paths.map((path) => path.length));
  const isTwice = (path) => path.length === 2 && path[0] === path[1];
  const words = [
    lengths.has(1) && "Click a marked place to move.",
    paths.some((path) => path.length === 2 && !isTwice(path)) && "Click where a move begins, then where it ends.",
    paths.some(isTwice) && "To take one place alone, click it twice.",
    lengths.has(3) && "Where a move has three places, click them in turn.",
  ].filter(Boolean);
  return words.length ? h("p", { class: "how-to-move" }, words.join(" ")) : null;
};

/** A numbered list of moves, each of which can be made. */
export const moveList = (keys, texts, onPlay) => [
  h("ol", { class: "numbered" }, keys.slice(0, MOST_LISTED).map((key, place) => h("li", {}, button(texts[place].replaceAll("->", "→"), () => onPlay(key), { class: "quiet small" })))),
  keys.length > MOST_LISTED ? h("p", { class: "soft" }, `and ${(keys.length - MOST_LISTED).toLocaleString("en")} more`) : null,
];
