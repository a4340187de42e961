// "Prove it": a certificate that a reader can check without Farstar.

import { docs } from "./address.js";
import { button, fill, h, save } from "./dom.js";
import { copy } from "./shell.js";
import { Work, complaint } from "./work.js";

/** A button and the place of its answer: `args` are those of the task, which returns one certificate or several. */
export const prover = (label, args, task = "evaluate.certificate") => {
  const work = new Work("Proving");
  const place = h("div", { class: "proof", role: "status" });
  const prove = button(label, () => {
    work.start(task, args, {
      onResult: (answer) => fill(place, (answer.proofs ?? [answer]).map(shown), answer.more > 0 && others(answer)),
      onError: (error) => error.kind !== "Cancelled" && fill(place, complaint(error)),
    });
  }, { class: "quiet small" });
  return { button: prove, answer: [work.element, place] };
};

const plural = (count, word) => `${count.toLocaleString("en")} ${count === 1 ? word : word.replace(/y$/, "ie") + "s"}`;

const check = (words, command) => h("span", { class: "command" }, words, h("code", {}, command), " ", button("Copy", () => copy(command), { class: "quiet small", "aria-label": `Copy ${command}` }));

const others = ({ more, command }) => h("p", {}, `${plural(more, "more certificate")} of this claim: `, check("", command));

const shown = ({ proved, asked, report, replies, listed, json, file, command }) => {
  const manual = docs("certificates.html");
  return [
    h("p", {}, "Proved and checked: ", h("b", {}, proved), asked && ` for ${asked}`, replies > 0 && `, by ${plural(replies, "reply")} to all moves of the other player`, ". Without Farstar it is checked by checker.py.", listed.length > 0 && ` The moves of ${listed.join(", ")} are listed in the certificate; compare them with the rules.`),
    h("details", { class: "bare" }, h("summary", {}, "What was checked"), h("pre", {}, report)),
    h(
      "div",
      { class: "row" },
      button(`Download ${file}`, () => save(file, json, "application/json"), { class: "quiet small" }),
      check("Check it: ", command),
      manual && h("a", { class: "quiet small", href: manual }, "What it contains"),
    ),
  ];
};
