// The frame around every page: navigation, theme, help, short messages, copying.

import { onConnection } from "./api.js";
import { fill, h } from "./dom.js";

/** Show a few words for a moment. */
export const say = (text) => {
  let place = document.getElementById("farstar-said");
  if (!place) {
    place = h("div", { id: "farstar-said", role: "status" });
    document.body.append(place);
  }
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(place.timer);
  place.timer = setTimeout(() => place.classList.remove("shown"), 1600);
};

/** Copy a text, and say so. */
export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { class: "aside", "aria-hidden": "true" }, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say("Copied");
};

// A formula is copied as the text that it was made of, which can be typed in again.
const copyFormulas = (event) => {
  const selection = getSelection();
  if (event.target.closest?.("input, textarea") || selection.isCollapsed) return;
  const box = document.createElement("div");
  for (let i = 0; i < selection.rangeCount; i += 1) box.append(selection.getRangeAt(i).cloneContents());
  const formulas = box.querySelectorAll("[data-text]");
  if (!formulas.length) return;
  formulas.forEach((formula) => formula.replaceChildren(formula.dataset.text));
  // Only what is laid out has lines.
  box.className = "aside";
  document.body.append(box);
  event.clipboardData.setData("text/plain", box.innerText);
  box.remove();
  event.preventDefault();
};

const skip = (event) => {
  event.preventDefault();
  const content = document.getElementById("content");
  content.focus();
  content.scrollIntoView();
};

let help = null;

/** Show help behind the question mark in the header: `contents` are nodes; null for none. */
export const setHelp = (contents) => {
  help = contents;
  document.getElementById("help-button").hidden = contents === null;
};

const showHelp = () => {
  let dialog = document.getElementById("help");
  if (!dialog) {
    dialog = h("dialog", { id: "help", "aria-labelledby": "help-title" });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
  }
  fill(
    dialog,
    h(
      "div",
      { class: "help" },
      h("h2", { id: "help-title" }, "Help"),
      ...[help].flat(),
      h("form", { method: "dialog", class: "row" }, h("button", { class: "main-button" }, "Close")),
    ),
  );
  dialog.showModal();
};

const apologise = (error) => {
  // A page that was left while its module was loading is no fault.
  if (error?.kind) return;
  let place = document.getElementById("apology");
  if (!place) {
    place = h("p", { id: "apology", class: "bad", role: "alert" });
    document.getElementById("content").before(place);
  }
  place.textContent = "Something went wrong in Farstar itself. Reload the page, and please report it.";
};

/** Connect the parts of the frame that the document brings along. */
export const start = () => {
  document.querySelector(".skip").addEventListener("click", skip);
  document.getElementById("help-button").addEventListener("click", showHelp);
  document.addEventListener("copy", copyFormulas);
  document.addEventListener("click", (event) => {
    const copier = event.target.closest?.("[data-copy]");
    if (copier) copy(copier.dataset.copy);
  });
  addEventListener("error", (event) => apologise(event.error));
  addEventListener("unhandledrejection", (event) => apologise(event.reason));
  const line = h("p", { class: "connection", role: "status", hidden: true });
  document.getElementById("content").before(line);
  onConnection((words) => {
    line.textContent = words;
    line.hidden = words === "";
  });
};

/** Mark the page that is open in the navigation, and name the document after it. */
export const setPage = (page, title) => {
  document.title = `${title} · Farstar`;
  document.body.dataset.page = page;
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (link.dataset.page === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
};
