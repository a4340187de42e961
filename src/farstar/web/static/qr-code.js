// A link as a QR code, to be photographed from the screen or the wall.

import { run } from "./api.js";
import { fill, h, trusted } from "./dom.js";
import { complaint } from "./work.js";

const isLoopback = (link) => /^(localhost|127\.|\[::1\])/.test(new URL(link).host);

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
    fill(
      place,
      trusted(svg),
      h("p", { class: "link" }, link),
      isLoopback(link) && h("p", { class: "soft" }, "Only this computer can open this address. For others in the same network start the server with ", h("code", {}, "farstar serve --host 0.0.0.0 --allow-remote --name ADDRESS"), ", where ADDRESS is that of this computer, and open this page there."),
    );
  } catch (error) {
    if (error.kind === undefined) throw error;
    place.replaceChildren(complaint(error));
  }
};
