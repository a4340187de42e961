// The map of a table: one canvas, a legend, and a cell that can be marked and opened.
(() => {
  "use strict";
  const EMPTY = 0xffff;
  const CLASSES = ["#0b559f", "#d9730d", "#2b8a6b", "#8e4585", "#b5a000", "#5b6b7d", "#c2556b", "#4fb3c9"];
  const OUTCOMES = ["--outcome-l", "--outcome-r", "--outcome-n", "--outcome-p"];
  const NAMES = {
    L: "L: Left wins",
    R: "R: Right wins",
    N: "N: the first player wins",
    P: "P: the second player wins",
  };
  // From dark to light, even in brightness, so that it can be read in grey.
  const RAMP = [[68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [253, 231, 37]];
  const MARGIN = { left: 46, top: 34, right: 14 };
  let table = null;
  let picture = null;
  let help = null;
  let marked = null;

  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const hex = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16));
  const ramp = (share) => {
    const at = share * (RAMP.length - 1);
    const i = Math.min(Math.floor(at), RAMP.length - 2);
    return RAMP[i].map((low, k) => Math.round(low + (at - i) * (RAMP[i + 1][k] - low)));
  };
  const colourOf = (shade) => {
    if (shade < 0) return hex(style("--grid"));
    if (table.kind === "outcome") return hex(style(OUTCOMES[shade]));
    return table.kind === "size" ? ramp(shade) : hex(CLASSES[shade]);
  };
  const css = (rgb) => `rgb(${rgb.join(" ")})`;

  const unpack = async (text) => {
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint16Array(await new Response(stream).arrayBuffer());
  };

  const sizes = () => {
    const rows = table.down_to - table.down_from + 1;
    const columns = table.across_to - table.across_from + 1;
    const room = document.getElementById("cells").parentElement.clientWidth - MARGIN.left - MARGIN.right;
    const side = Math.max(1, Math.min(28, Math.floor(room / columns)));
    return { rows, columns, side };
  };

  // One pixel for each cell; kept until the table or the theme is another.
  const painted = () => {
    const { rows, columns } = sizes();
    const small = new OffscreenCanvas(columns, rows);
    const pixels = new ImageData(columns, rows);
    const four = new Uint32Array(pixels.data.buffer);
    const packed = ([r, g, b]) => new Uint32Array(new Uint8Array([r, g, b, 255]).buffer)[0];
    const colours = table.shades.map((shade) => packed(colourOf(shade)));
    const blank = packed(hex(style("--card")));
    for (let i = 0; i < table.cells.length; i += 1) {
      four[i] = table.cells[i] === EMPTY ? blank : colours[table.cells[i]];
    }
    small.getContext("2d").putImageData(pixels, 0, 0);
    return small;
  };
  const draw = () => {
    if (!table) return;
    const canvas = document.getElementById("cells");
    const { rows, columns, side } = sizes();
    picture ??= painted();
    const sharp = window.devicePixelRatio || 1;
    const width = MARGIN.left + columns * side + MARGIN.right;
    const height = MARGIN.top + rows * side + 2;
    canvas.width = width * sharp;
    canvas.height = height * sharp;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext("2d");
    pen.scale(sharp, sharp);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(picture, MARGIN.left, MARGIN.top, columns * side, rows * side);
    axes(pen, rows, columns, side);
    if (marked) mark(pen, side);
  };

  const step = (count, side, room) => {
    for (const size of [1, 2, 5, 10, 20, 50, 100, 200, 500]) {
      if (size * side >= room) return size;
    }
    return Math.max(1, count - 1);
  };
  const axes = (pen, rows, columns, side) => {
    pen.fillStyle = style("--soft");
    pen.font = "12px sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.fillText(`${table.down} ↓`, 0, 8);
    pen.textAlign = "right";
    const below = step(rows, side, 20);
    for (let r = 0; r < rows; r += 1) {
      const number = table.down_from + r;
      if (number % below === 0) pen.fillText(number, MARGIN.left - 6, MARGIN.top + (r + 0.5) * side);
    }
    pen.textAlign = "center";
    const beside = step(columns, side, 34);
    for (let c = 0; c < columns; c += 1) {
      const number = table.across_from + c;
      if (number % beside === 0) pen.fillText(number, MARGIN.left + (c + 0.5) * side, MARGIN.top - 10);
    }
    pen.textAlign = "left";
    pen.fillText(`${table.across} →`, MARGIN.left, 8);
  };
  const mark = (pen, side) => {
    const x = MARGIN.left + marked.column * side;
    const y = MARGIN.top + marked.row * side;
    const size = Math.max(side, 5);
    pen.lineWidth = 4;
    pen.strokeStyle = style("--card");
    pen.strokeRect(x - 1, y - 1, size + 2, size + 2);
    pen.lineWidth = 2;
    pen.strokeStyle = style("--ink");
    pen.strokeRect(x - 1, y - 1, size + 2, size + 2);
  };

  const expression = ({ row, column }) => {
    const values = { [table.down]: table.down_from + row, [table.across]: table.across_from + column };
    const names = new RegExp(`\\b(?:${table.down}|${table.across})\\b`, "g");
    return table.e.replace(names, (name) => (values[name] < 0 ? `(${values[name]})` : values[name]));
  };
  const indexAt = ({ row, column }) => table.cells[row * sizes().columns + column];
  const say = (cell) => {
    const index = indexAt(cell);
    const label = index === EMPTY ? "no such position" : table.labels[index];
    const words = table.kind === "outcome" ? NAMES[label] ?? label : `${table.show} ${label}`;
    const place = document.getElementById("cell-said");
    help ??= place.textContent;
    place.textContent = `${expression(cell)} — ${words}`;
    place.classList.add("told");
  };
  const cellAt = (event) => {
    if (!table) return null;
    const { rows, columns, side } = sizes();
    const box = document.getElementById("cells").getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left - MARGIN.left) / side);
    const row = Math.floor((event.clientY - box.top - MARGIN.top) / side);
    return row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : null;
  };
  const open = (cell) => {
    if (indexAt(cell) !== EMPTY) location.href = `/?e=${encodeURIComponent(expression(cell))}`;
  };
  const select = (cell) => {
    marked = cell;
    draw();
    say(cell);
  };

  const legend = () => {
    const list = document.getElementById("cell-legend");
    const item = (text, rgb) => {
      const entry = document.createElement("li");
      const patch = document.createElement("span");
      patch.className = "patch";
      patch.style.background = css(rgb);
      entry.append(patch, text.replace(/(^|\s)-(?=\d)/g, "$1−"));
      return entry;
    };
    const items = table.legend.map((entry) => {
      const text = NAMES[entry.text] && table.kind === "outcome" ? NAMES[entry.text] : entry.text;
      return item(`${text} (${entry.count.toLocaleString("en")})`, colourOf(entry.shade));
    });
    if (table.kind === "size" && !items.length) {
      items.push(item(`${table.ends[0]}, the smallest`, ramp(0)), item(`${table.ends[1]}, the largest`, ramp(1)));
    }
    if (table.shades.some((shade) => shade < 0)) items.push(item("others", colourOf(-1)));
    list.replaceChildren(...items);
  };

  const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const connect = (canvas) => {
    if (canvas.dataset.connected) return;
    canvas.dataset.connected = "yes";
    canvas.addEventListener("pointermove", (event) => {
      const cell = cellAt(event);
      if (cell) say(cell);
    });
    canvas.addEventListener("click", (event) => {
      const cell = cellAt(event);
      if (cell) open(cell);
    });
    canvas.addEventListener("keydown", (event) => {
      if (!table) return;
      if (event.key === "Enter" && marked) open(marked);
      const [down, right] = KEYS[event.key] ?? [];
      if (down === undefined) return;
      event.preventDefault();
      const { rows, columns } = sizes();
      const from = marked ?? { row: -down, column: -right };
      const within = (n, count) => Math.max(0, Math.min(count - 1, n));
      select({ row: within(from.row + down, rows), column: within(from.column + right, columns) });
    });
  };

  window.farstarTables = {
    async show(found) {
      table = { ...found, cells: await unpack(found.cells) };
      marked = picture = null;
      const canvas = document.getElementById("cells");
      canvas.setAttribute("aria-label", found.caption);
      connect(canvas);
      const place = document.getElementById("cell-said");
      place.textContent = help ?? place.textContent;
      place.classList.remove("told");
      legend();
      draw();
      canvas.dataset.shown = found.caption;
    },
  };
  const repaint = () => {
    picture = null;
    draw();
  };
  new MutationObserver(repaint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  addEventListener("resize", draw);
})();
