// "Prove for all sizes": a theorem about boards of every length, with a certificate.

import { docs } from "./address.js";
import { button, fill, h, save, select } from "./dom.js";
import { copy } from "./shell.js";
import { Work, complaint } from "./work.js";

const WHAT = { outcome: "who wins", "misere outcome": "who wins under misère play", grundy: "the Grundy value", value: "the value" };
const BUDGET = { 10: "10 seconds", 60: "a minute", 600: "10 minutes" };

/** The button with its choices and its answer; `question()` returns the rules, and perhaps an expression. */
export const allSizes = (question, first = "outcome") => {
  const work = new Work("Proving", "Stop");
  const place = h("div", { class: "proof", role: "status" });
  const what = select("Prove", WHAT, first in WHAT ? first : "outcome");
  const budget = select("For at most", BUDGET, "60");
  const prove = button("Prove for all sizes", () => {
    fill(place);
    work.start("all_sizes.theorem", { ...question(), what: what.input.value }, {
      seconds: Number(budget.input.value),
      onResult: (answer) => fill(place, answer.proved ? shown(answer) : reason(answer)),
      onError: (error) => error.kind !== "Cancelled" && fill(place, complaint(error)),
    });
  });
  return h("div", { class: "all-sizes" }, h("div", { class: "row" }, what, budget, prove), work.element, place);
};

const reason = ({ reason: why, counterexample }) =>
  h("p", {}, `No proof: ${why}.`, counterexample && ` A counterexample is ${counterexample}.`, " The statement may still be true for boards of every size.");

const shown = ({ proved, report, digest, json, file, command }) => {
  const manual = docs("prove.html");
  return [
    h("p", {}, "Proved and checked: ", h("b", {}, proved), "."),
    h("details", { class: "bare" }, h("summary", {}, "What was checked"), h("pre", {}, report)),
    h("p", { class: "soft" }, "Certificate ", h("code", {}, digest.slice(0, 16))),
    h(
      "div",
      { class: "row" },
      button(`Download ${file}`, () => save(file, json, "application/json"), { class: "quiet small" }),
      h("span", { class: "command" }, "Check it: ", h("code", {}, command), " ", button("Copy", () => copy(command), { class: "quiet small", "aria-label": `Copy ${command}` })),
      manual && h("a", { class: "quiet small", href: manual }, "How it is proved"),
    ),
  ];
};
