// The basic SVG shapes, as strings.

const round = (value) => Math.round(value * 100) / 100;

function attributes(values) {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : value}"`)
    .join("");
}

const element = (tag, values) => `<${tag}${attributes(values)}/>`;

export const rect = (x, y, width, height, fill, more = {}) =>
  element("rect", { x, y, width: Math.max(0, width), height: Math.max(0, height), fill, ...more });

export const pill = (x, y, width, height, fill, more = {}) =>
  rect(x, y, width, height, fill, { rx: Math.min(width, height) / 2, ...more });

export const circle = (cx, cy, r, fill, more = {}) => element("circle", { cx, cy, r, fill, ...more });

export const ellipse = (cx, cy, rx, ry, fill, more = {}) => element("ellipse", { cx, cy, rx, ry, fill, ...more });

export const path = (d, fill, more = {}) => element("path", { d, fill, ...more });

export const polygon = (points) => "M" + points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L") + "Z";

export const poly = (points, fill, more = {}) => path(polygon(points), fill, more);

/** A stroke without fill; `d` is path data or a list of points. */
export const stroke = (d, colour, width, more = {}) =>
  element("path", {
    d: Array.isArray(d) ? "M" + d.map(([x, y]) => `${round(x)} ${round(y)}`).join("L") : d,
    fill: "none",
    stroke: colour,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });

/** A Catmull-Rom curve through the points, as path data. */
export function smooth(points, end = "") {
  const at = (i) => points[Math.min(points.length - 1, Math.max(0, i))];
  let d = `M${round(points[0][0])} ${round(points[0][1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const values = [
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    ];
    d += "C" + values.map(round).join(" ");
  }
  return d + end;
}

/** A closed smooth curve through the points, as path data. */
export function blob(points) {
  const around = [points.at(-1), ...points, points[0], points[1]];
  const full = smooth(around);
  // Cut the two helper segments so that the outline closes without a corner.
  const parts = full.slice(1).split("C");
  const start = parts[1].split(" ").slice(4).join(" ");
  return `M${start}C${parts.slice(2, -1).join("C")}Z`;
}

export const group = (content, more = {}) => `<g${attributes(more)}>${content}</g>`;

/** Moves, scales and rotates `content`, which is drawn around the origin. */
export function place(content, x, y, { scale = 1, flip = false, turn = 0 } = {}) {
  const turned = turn ? ` rotate(${round(turn)})` : "";
  return group(content, {
    transform: `translate(${round(x)} ${round(y)})${turned} scale(${(flip ? -1 : 1) * scale} ${scale})`,
  });
}

export const repeat = (count, draw) => Array.from({ length: count }, (_, i) => draw(i)).join("");
