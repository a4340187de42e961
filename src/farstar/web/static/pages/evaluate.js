// The page Evaluate: type a game, and see its value, who wins and why.

import * as address from "../address.js";
import { card, field, fill, h, math, trusted } from "../dom.js";
import { Work, complaint } from "../work.js";

export const title = "Evaluate";

export const mount = (container, state) => {
  const working = new Work("Evaluating");
  const expression = field("Expression", { name: "e", placeholder: "for example E(11,8) + {3||2|1} - *2" }, "grow expression");
  const result = h("div", { "aria-live": "polite" });
  const form = h("form", { class: "row" }, expression, h("button", { class: "main-button" }, "Evaluate"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const e = expression.input.value.trim();
    if (!e) return;
    address.push("evaluate", { e });
    update({ e });
  });
  container.append(
    h("p", { class: "lead" }, "Type a game, or a sum of games, and press Enter."),
    card(null, form, working.element),
    result,
  );

  const show = (answer) => {
    fill(
      result,
      card(
        null,
        h("div", { class: "value", tabindex: "0", role: "group", "aria-label": "Value" }, math(answer.mathml, answer.unicode, answer.ascii)),
        h("p", { class: "outcome" }, answer.outcome),
      ),
      answer.thermograph && card("Thermograph", trusted(answer.thermograph)),
    );
  };

  // Called with the state of the address: at first, after Back, and after a link to this page.
  const update = ({ e = "" }) => {
    expression.input.value = e;
    working.stop();
    fill(result);
    if (e) {
      working.start("evaluate.card", { text: e }, { onResult: show, onError: (error) => fill(result, complaint(error)) });
    }
  };
  update(state);
  return { update, unmount: () => working.stop() };
};
