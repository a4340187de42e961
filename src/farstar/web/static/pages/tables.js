// The page Tables.

import { h } from "../dom.js";

export const title = "Tables";

export const mount = (container, state) => {
  container.append(h("p", { class: "lead" }, state.e ?? ""));
};
