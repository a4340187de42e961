// The graph of positions: its boxes are buttons. The diagram: one state is lit.
(() => {
  "use strict";
  let pressed = null;
  const tell = (event) => {
    if (event.target.closest?.(".walk button")) pressed = ".walk button";
    const node = event.target.closest?.("[data-node]");
    if (!node) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pressed = `[data-node="${node.dataset.node}"]`;
    window.emitEvent("farstar-explore", Number(node.dataset.node));
  };
  document.addEventListener("click", tell);
  document.addEventListener("keydown", tell);
  // What was pressed is drawn anew: who walks by keyboard goes on there.
  const refocus = () => {
    if (pressed && document.activeElement === document.body) {
      document.querySelector(pressed)?.focus({ preventScroll: true });
    }
  };
  window.farstarExplore = {
    shown() {
      setTimeout(refocus, 60);
    },
    light(number) {
      // The picture may be on its way still.
      const lit = () => {
        const states = document.querySelectorAll('.automaton [id*="-state-"]');
        for (const state of states) {
          state.classList.toggle("lit", state.id.endsWith(`-state-${number}`));
        }
        return states.length > 0;
      };
      let tries = 40;
      const again = () => {
        if (!lit() && (tries -= 1) > 0) setTimeout(again, 50);
      };
      again();
    },
  };
})();
