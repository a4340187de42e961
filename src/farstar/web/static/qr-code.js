// A link as a QR code, to be photographed from the screen or the wall.

import { run } from "./api.js";
import { h, trusted } from "./dom.js";
import { complaint } from "./work.js";

/** Show a dialog with the QR code of a link. */
export const showCode = async (link) => {
  const place = h("div", { class: "qr-code" }, "…");
  const dialog = h("dialog", { "aria-label": "QR code" }, place, h("form", { method: "dialog", class: "row" }, h("button", { class: "main-button" }, "Close")));
  dialog.addEventListener("close", () => dialog.remove());
  // In full screen only what is inside the element is seen.
  (document.fullscreenElement ?? document.body).append(dialog);
  dialog.showModal();
  try {
    const { svg } = await run("play.code", { text: link });
    place.replaceChildren(trusted(svg), h("p", { class: "link" }, link));
  } catch (error) {
    if (error.kind === undefined) throw error;
    place.replaceChildren(complaint(error));
  }
};
