// Small helpers that make elements.

/** Make an element: `h("a", {href: "/", class: "quiet", onclick: f}, "text", child)`.
 *
 * Properties that begin with "on" are listeners; true and false set and leave out an attribute.
 * Children are nodes or text; null, undefined and false are left out. */
export const h = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  append(element, children);
  return element;
};

export const append = (element, children) => {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
};

/** Make nodes of HTML that a task has written; text of users in it was escaped there. */
export const trusted = (html) => document.createRange().createContextualFragment(html);

/** Replace the contents of an element. */
export const fill = (element, ...children) => {
  element.replaceChildren();
  append(element, children);
  return element;
};

/** Make a formula: MathML, or text where there is none; what is copied is `source`. */
export const math = (mathml, text, source = null) =>
  h("span", { class: "math", "data-text": source ?? text }, mathml ? trusted(mathml) : text);

/** A group of things under a heading. */
export const card = (title, ...children) =>
  h("section", { class: "card" }, title ? h("h2", {}, title) : null, ...children);

export const button = (label, onclick, properties = {}) =>
  h("button", { type: "button", class: "quiet", onclick, ...properties }, label);

/** A line of text with a label; the element has the input in its property `input`. */
export const field = (label, properties = {}, classes = "") => {
  const input = h("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 10_000,
    ...properties,
  });
  const element = h("label", { class: `field ${classes}` }, h("span", {}, label), input);
  element.input = input;
  return element;
};

/** A choice with a label: `choices` maps names to labels; `element.input` is the select. */
export const select = (label, choices, value, onchange) => {
  const options = Object.entries(choices).map(([key, text]) =>
    h("option", { value: key, selected: key === value }, text),
  );
  const input = h("select", { onchange: (event) => onchange?.(event.target.value) }, options);
  const element = h("label", { class: "field" }, h("span", {}, label), input);
  element.input = input;
  return element;
};

/** Text no longer than so many characters. */
export const clip = (text, longest = 160) => (text.length <= longest ? text : `${text.slice(0, longest)}…`);

/** The first letter in upper case, as sentences begin. */
export const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}` : "");

/** Save data as a file of the user. */
export const save = (name, data, type = "application/octet-stream") => {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** What this browser has stored under a name, if it is what `isValid` expects. */
export const stored = (key, fallback, isValid = () => true) => {
  try {
    const value = JSON.parse(localStorage.getItem(key));
    return value !== null && isValid(value) ? value : fallback;
  } catch {
    return fallback;
  }
};

/** Store something in this browser; where that is not allowed it is forgotten with the page. */
export const store = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows, or no room: the page works without.
  }
};
