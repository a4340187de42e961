// The page Play: cells and moves are buttons, and a file with a game can be opened.
(() => {
  "use strict";
  const LONGEST = 500_000;
  let pressed = null;

  const tell = (event) => {
    const cell = event.target.closest?.("[data-cell]");
    if (cell) {
      if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      const { place, cell: name } = cell.dataset;
      pressed = `[data-place="${place}"][data-cell="${name}"]`;
      window.emitEvent("farstar-play", { place: Number(place), cell: name });
      return;
    }
    const move = event.target.closest?.("[data-move]");
    if (move && event.type === "click") {
      pressed = "[data-move]";
      window.emitEvent("farstar-play", { move: Number(move.dataset.move) });
    }
  };
  document.addEventListener("click", tell);
  document.addEventListener("keydown", tell);

  document.addEventListener("change", async (event) => {
    if (event.target.id !== "play-file") return;
    const file = event.target.files[0];
    if (!file) return;
    const text = file.size > LONGEST ? "" : await file.text();
    event.target.value = "";
    if (text) window.emitEvent("farstar-play-load", text);
    else window.farstar.say("This file is empty or too long.");
  });

  // The button that was pressed is gone once the position is drawn anew: who plays by keyboard
  // goes on where it was, or at the first move.
  const refocus = () => {
    if (!pressed || document.activeElement !== document.body) return;
    const found = document.querySelector(pressed) ?? document.querySelector("[data-move]");
    found?.focus({ preventScroll: true });
  };
  const showHint = () => {
    const hinted = document.querySelector(".move.hinted");
    const list = hinted?.closest(".move-groups");
    if (list) list.scrollTop = hinted.offsetTop - list.clientHeight / 2;
  };
  window.farstarPlay = {
    open() {
      document.getElementById("play-file").click();
    },
    shown() {
      setTimeout(() => {
        refocus();
        showHint();
      }, 60);
    },
  };
})();
