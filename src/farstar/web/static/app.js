// The workbench: shows the page that the address names, and follows links and Back.
//
// A page is a module in pages/ that exports `title`, and `mount(container, state)`, which fills an
// empty element and returns {update(state), unmount()}; both may be missing. `state` has the fields
// of the address as text.

import { href, read, root } from "./address.js";
import { fill, h } from "./dom.js";
import { setHelp, setPage, start } from "./shell.js";

const content = document.getElementById("content");
let shown = null;

// The styles of most pages come with every document.
const styled = (page) =>
  new Promise((resolve, reject) => {
    const { href: file } = new URL(`static/css/${page}.css`, root);
    if ([...document.styleSheets].some((sheet) => sheet.href === file)) return resolve();
    return document.head.append(h("link", { rel: "stylesheet", href: file, onload: resolve, onerror: reject }));
  });

const show = async ({ isNew = false } = {}) => {
  const place = read();
  if (place === null) return location.reload();
  if (shown?.page === place.page && shown.update) return shown.update(place.state);
  const [module] = await Promise.all([import(`./pages/${place.page}.js`), styled(place.page)]);
  // Meanwhile another page may have been opened.
  if (read()?.page !== place.page) return undefined;
  shown?.unmount?.();
  setHelp(null);
  setPage(place.page, module.title);
  const container = h("div");
  fill(content, h("h1", {}, module.title), container);
  shown = { page: place.page, ...(module.mount(container, read().state) ?? {}) };
  if (isNew) {
    scrollTo(0, 0);
    content.focus({ preventScroll: true });
  }
  return undefined;
};

/** Open a page, as a link to it does. */
export const open = (page, state = {}) => {
  history.pushState(null, "", href(page, state));
  return show({ isNew: shown?.page !== page });
};

const follow = (event) => {
  const link = event.target.closest?.("a[href]");
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);
  if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (link.getAttribute("href").startsWith("#")) return;
  const place = read(new URL(link.href));
  if (place === null) return;
  event.preventDefault();
  open(place.page, place.state);
};

start();
document.addEventListener("click", follow);
addEventListener("popstate", () => show());
show();
