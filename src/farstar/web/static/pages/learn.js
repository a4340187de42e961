// The page Learn: ten short lessons, each with a board to do it oneself.

import * as address from "../address.js";
import { run } from "../api.js";
import { card, fill, h, store, stored, trusted } from "../dom.js";
import { marked } from "../glossary.js";
import { SmallGame } from "../small-game.js";
import { connect } from "../thermograph.js";
import { complaint } from "../work.js";
import { LESSONS } from "./lessons.js";

export const title = "Learn";

const KEY = "farstar-lessons";
const done = () => new Set(stored(KEY, [], (numbers) => Array.isArray(numbers) && numbers.every(Number.isInteger)));

/** The thermograph of a game, with its slider; the place is as high before it comes. */
const graphOf = (text) => {
  const place = h("section", { class: "card graph-place", "aria-label": `Thermograph of ${text}` });
  run("evaluate.card", { text }).then(({ thermograph }) => {
    fill(place, trusted(thermograph));
    connect(place);
  }, (error) => {
    if (error.kind === undefined) throw error;
    fill(place, complaint(error));
  });
  return place;
};

export const mount = (container, first) => {
  let game = null;
  const list = h("ol", { class: "lessons" });
  const place = h("div", {});
  container.className = "learn";
  container.append(h("nav", { class: "card", "aria-label": "Lessons" }, list, h("p", { class: "for-class" }, "For a class: ", h("a", { href: address.href("worksheet") }, "worksheets to print"))), place);

  const showList = (current) => {
    const known = done();
    fill(list, LESSONS.map(({ title: name }, at) => h("li", {}, h("a", { href: address.href("learn", { lesson: String(at + 1) }), "aria-current": at === current ? "step" : false, class: known.has(at) ? "solved" : "" }, name, known.has(at) ? h("span", { class: "hidden" }, " (done)") : null))));
  };

  const show = ({ lesson = "1" }) => {
    const at = Math.min(Math.max(Number.parseInt(lesson, 10) || 1, 1), LESSONS.length) - 1;
    const { title: name, text, graph, game: given, task, more } = LESSONS[at];
    game?.close();
    game = new SmallGame(given, {
      onEnd: (isWon) => {
        if (!isWon) return;
        store(KEY, [...done().add(at)]);
        showList(at);
        praise.hidden = false;
      },
    });
    const next = LESSONS[at + 1] && h("a", { class: "main-button", href: address.href("learn", { lesson: String(at + 2) }) }, `Next: ${LESSONS[at + 1].title}`);
    const praise = h("p", { class: "good", role: "status", hidden: true }, "Done!");
    showList(at);
    fill(
      place,
      card(null, h("h2", {}, `${at + 1}. ${name}`), text.map((words) => h("p", {}, marked(words)))),
      graph && graphOf(graph),
      h("section", { class: "card", "aria-label": "Do it yourself" }, h("p", {}, h("b", {}, "Do it yourself. "), task), game.element, praise),
      card(null, h("p", { class: "row" }, h("span", { class: "soft" }, "Look at"), more.map((e) => h("a", { class: "quiet small", href: address.href("evaluate", { e }) }, h("code", {}, e))), next)),
    );
  };
  show(first);
  return { update: show, unmount: () => game?.close() };
};
