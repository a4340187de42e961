// Light or dark, before anything is drawn: as chosen here before, or as the system is set.
(() => {
  "use strict";
  const KEY = "farstar-theme";
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null;
    }
  };
  const apply = () => {
    const known = chosen();
    const theme = known === "dark" || known === "light" ? known : prefersDark.matches ? "dark" : "light";
    root.dataset.theme = theme;
    root.style.colorScheme = theme;
  };
  apply();
  prefersDark.addEventListener("change", apply);
  addEventListener("storage", apply);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#theme-button")) return;
    try {
      localStorage.setItem(KEY, JSON.stringify(root.dataset.theme === "dark" ? "light" : "dark"));
      apply();
    } catch {
      root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    }
  });
  if (new URLSearchParams(location.search).get("embed") === "1") root.dataset.embed = "";
})();
