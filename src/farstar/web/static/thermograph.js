// Thermographs: the picture is drawn by a task; pointing at it, or the slider, reads off the walls.

/** Bring the figures in an element to life; `onSettle(temperature)` hears where a slider was left. */
export const connect = (container, onSettle = null) => {
  for (const figure of container.querySelectorAll(".thermograph")) bind(figure, onSettle);
};

const bind = (figure, onSettle) => {
  // Each sample is [y, left x, right x, words, temperature].
  const samples = JSON.parse(figure.dataset.samples);
  const slider = figure.querySelector("input[type=range]");
  const svg = figure.querySelector("svg");
  const show = (index) => {
    const [y, left, right, words] = samples[index];
    const move = (name, values) => {
      const mark = figure.querySelector(name);
      for (const [key, value] of Object.entries(values)) mark.setAttribute(key, value);
    };
    move(".probe-line", { y1: y, y2: y });
    move(".probe-left", { cx: left, cy: y });
    move(".probe-right", { cx: right, cy: y });
    figure.querySelector(".walls-at").textContent = words;
    slider.value = index;
    slider.setAttribute("aria-valuetext", words);
    figure.classList.add("probed");
  };
  const nearest = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { y } = point.matrixTransform(svg.getScreenCTM().inverse());
    return samples.reduce((best, sample, i) => (Math.abs(sample[0] - y) < Math.abs(samples[best][0] - y) ? i : best), 0);
  };
  svg.addEventListener("pointermove", (event) => show(nearest(event)));
  slider.addEventListener("input", () => show(Number(slider.value)));
  if (!onSettle) return;
  slider.addEventListener("change", () => onSettle(samples[Number(slider.value)][4]));
  svg.addEventListener("click", (event) => onSettle(samples[nearest(event)][4]));
};
