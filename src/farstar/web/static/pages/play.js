// The page Play.

import { h } from "../dom.js";

export const title = "Play";

export const mount = (container, state) => {
  container.append(h("p", { class: "lead" }, state.e ?? ""));
};
