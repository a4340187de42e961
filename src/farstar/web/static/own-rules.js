// A field for rules of the visitor's own, written as patterns; they are part of the address.

import { docs } from "./address.js";
import { h } from "./dom.js";

const LONGEST = 4_000;
const EXAMPLE = "game Clobber\ncells x/o .\nstart xo\nleft   xo -> .x  both\nright = swap of left";

/** A folded field: `value` is the text, `show(rules)` fills it and opens it if there are any. */
export const ownRules = (words) => {
  const input = h("textarea", { rows: 6, maxlength: LONGEST, spellcheck: "false", placeholder: EXAMPLE });
  const manual = docs("patterns.html");
  const element = h(
    "details",
    { class: "own-rules" },
    h("summary", {}, "Rules of your own"),
    h("p", { class: "soft" }, words, " The link that you copy contains them. ", manual && h("a", { href: manual }, "How to write rules")),
    h("label", { class: "field" }, h("span", {}, "Rules"), input),
  );
  return {
    element,
    get value() {
      return input.value.trim();
    },
    show: (rules) => {
      input.value = rules;
      if (rules) element.open = true;
    },
  };
};
