// The page Stairs: the values of the first steps.

import { run } from "../api.js";
import { fill, h } from "../dom.js";

export const title = "Stairs";

const FIRST = 12;

export const mount = (container) => {
  const list = h("ol", { class: "steps", start: "0" });
  container.append(h("p", { class: "lead" }, "The values of Stairs have period 3."), list);
  run("stairs.values", { bound: FIRST }).then((values) => fill(list, values.map((value) => h("li", {}, value))));
  return { unmount: () => {} };
};
