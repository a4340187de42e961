// The menu of versions in the sidebar: another version of the same page, or its first page.
"use strict";

(() => {
  const start = () => {
    const menu = document.getElementById("version");
    if (!menu) return;
    const { root, page, version } = menu.dataset;
    const names = VERSIONS.length ? VERSIONS : [version];
    const folder = new URL(root, location.href).pathname.split("/").at(-2);
    // Before a site has versions, and in the one called latest, the folder has another name.
    const here = names.includes(folder) ? folder : names[0];
    menu.replaceChildren(...names.map((name) => new Option(name, name, name === here, name === here)));
    menu.addEventListener("change", async () => {
      const first = new URL(`${root}../${menu.value}/`, location.href);
      const same = new URL(page, first);
      const exists = await fetch(same, { method: "HEAD" }).then((answer) => answer.ok, () => false);
      location.assign(exists ? same : new URL("index.html", first));
    });
    menu.form.hidden = false;
  };

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
