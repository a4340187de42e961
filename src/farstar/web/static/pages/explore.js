// The page Explore.

import { h } from "../dom.js";

export const title = "Explore";

export const mount = (container, state) => {
  container.append(h("p", { class: "lead" }, state.e ?? ""));
};
