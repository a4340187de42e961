// The address of the page is its state: a page, and fields of text.
//
// What the user did is pushed, so that Back undoes it; an address that is merely put into its normal
// form is replaced. Nothing else holds state that matters.

// The pages that the navigation offers; a site without a server has fewer.
export const PAGES = ["home", ...[...document.querySelectorAll(".bar nav a")].map((link) => link.dataset.page)];

// This file is in static/, next to the first page.
export const root = new URL("../", import.meta.url);

/** The address of a page of the documentation, such as "glossary.html"; null if there is none here. */
export const docs = (page) => {
  const place = document.documentElement.dataset.docs;
  return place ? new URL(page, new URL(place, root)).href : null;
};

// On a site without a server, each page is a folder.
export const isStatic = document.documentElement.dataset.transport === "pyodide";

// An expression needs no path: /?e=*2.
const pathOf = (page, state) => (page === "home" || (page === "evaluate" && state.e) ? "" : isStatic ? `${page}/` : page);

// Only what would be misread is escaped, so that addresses can be read.
const encode = (text) =>
  encodeURIComponent(text).replace(/%(2C|3A|2F|40|3B)/g, (code) => decodeURIComponent(code));

/** Return the query of a state: its fields in their order, without empty ones. */
export const query = (state) => {
  const fields = Object.entries(state).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return fields.length ? `?${fields.map(([key, value]) => `${encode(key)}=${encode(String(value))}`).join("&")}` : "";
};

/** Return the address of a page with a state, for links: `href("play", {e: "Nim(3,5)"})`. */
export const href = (page, state = {}) => {
  const kept = isEmbedded() ? { ...state, embed: "1" } : state;
  return `${root.pathname}${pathOf(page, state)}${query(kept)}`;
};

/** Return the page and the state of an address, or null if it is none of ours. */
export const read = (url = location) => {
  const address = new URL(url.href ?? url, location.href);
  if (address.origin !== root.origin || !address.pathname.startsWith(root.pathname)) return null;
  const path = address.pathname.slice(root.pathname.length).replace(/(index\.html|\/)$/, "");
  const state = Object.fromEntries(new URLSearchParams(address.search));
  delete state.embed;
  const page = path === "" ? (state.e ? "evaluate" : "home") : path;
  if (!PAGES.includes(page)) return null;
  return { page, state };
};

/** Return whether the page stands inside a page of somebody else, without header and footer. */
export const isEmbedded = () => "embed" in document.documentElement.dataset;

const CARRY = ["evaluate", "play", "explore"];

/** Let the links of the header lead to the position that is looked at. */
export const setPosition = ({ e = "", rules = "" } = {}) => {
  // An abbreviated text cannot be read again.
  const state = e && !e.includes("…") ? { e, rules } : {};
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (CARRY.includes(link.dataset.page)) link.setAttribute("href", href(link.dataset.page, state));
  }
};

const here = () => location.pathname + location.search;

/** Note what the user did: Back leads to the state before it. */
export const push = (page, state) => {
  const address = href(page, state);
  if (address !== here()) history.pushState(null, "", address);
};

/** Put the address into its normal form; Back does not stop here. */
export const replace = (page, state) => {
  const address = href(page, state);
  if (address !== here()) history.replaceState(null, "", address);
};
