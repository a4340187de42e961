// The page Papers.

import { h } from "../dom.js";

export const title = "Papers";

export const mount = (container, state) => {
  container.append(h("p", { class: "lead" }, state.e ?? ""));
};
