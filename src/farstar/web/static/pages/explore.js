// The page Explore: move through the positions of a game, from option to option.

import * as address from "../address.js";
import { card, field, fill, h } from "../dom.js";
import { Work, complaint } from "../work.js";

export const title = "Explore";

const OUTCOMES = { L: "Left wins", R: "Right wins", N: "the first player wins", P: "the second player wins" };

export const mount = (container, first) => {
  const working = new Work("Looking");
  const expression = field("Position", { placeholder: "for example E(11,8)" }, "grow expression");
  const result = h("div", { "aria-live": "polite" });
  const open = (e) => {
    address.push("explore", { e });
    update({ e });
  };
  const form = h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); open(expression.input.value.trim()); } }, expression, h("button", { class: "main-button" }, "Explore"));
  container.append(h("p", { class: "lead" }, "Type a game, and follow the options of both players."), card(null, form, working.element), result);

  const show = (node) => {
    const side = (name) => [
      h("h3", {}, h("span", { class: name.toLowerCase() }, name)),
      node[name.toLowerCase()].length
        ? h("ul", { class: "chips" }, node[name.toLowerCase()].map((e) => h("li", {}, h("a", { href: address.href("explore", { e }) }, e))))
        : h("p", { class: "soft" }, "no move"),
    ];
    fill(
      result,
      card(
        node.text,
        h("p", {}, OUTCOMES[node.outcome] ?? "who wins was not found in time", node.value && `, value ${node.value}`),
        side("Left"),
        side("Right"),
        node.hidden > 0 && h("p", { class: "soft" }, `${node.hidden} more are not listed.`),
      ),
    );
  };
  const update = ({ e = "E(11,8)" }) => {
    expression.input.value = e;
    working.start("explore.node", { text: e }, { onResult: show, onError: (error) => fill(result, complaint(error)) });
  };
  update(first);
  return { update, unmount: () => working.stop() };
};
