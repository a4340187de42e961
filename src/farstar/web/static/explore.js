// The graph of positions: its boxes are buttons. The diagram: one state is lit.
(() => {
  "use strict";
  const tell = (event) => {
    const node = event.target.closest?.("[data-node]");
    if (!node) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    window.emitEvent("farstar-explore", Number(node.dataset.node));
  };
  document.addEventListener("click", tell);
  document.addEventListener("keydown", tell);
  window.farstarExplore = {
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
