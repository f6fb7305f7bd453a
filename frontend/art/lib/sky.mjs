// Sky, sun, stars, clouds and distant mountains.
import { circle, group, pill, poly, rect, repeat } from "./svg.mjs";

export function sky(s, horizon, { top = 0 } = {}) {
  const fill = s.gradient([
    [0, s.palette.sky[0]],
    [0.55, s.palette.sky[1]],
    [1, s.palette.sky[2]],
  ]);
  return rect(0, top, s.width, horizon - top + 2, fill);
}

export function sun(s, x, y, radius) {
  const halo = s.radial([[0, s.palette.glow, 0.85], [1, s.palette.glow, 0]]);
  return (
    circle(x, y, radius * 4.4, halo) + circle(x, y, radius * 1.55, s.palette.sun, { opacity: 0.28 }) + circle(x, y, radius, s.palette.sun)
  );
}

export function stars(s, count, bottom) {
  return repeat(count, () => {
    const y = s.random.range(10, bottom);
    const opacity = s.random.range(0.3, 0.9) * (1 - y / bottom);
    return circle(s.random.range(0, s.width), y, s.random.range(1, 2.4), s.palette.cream, { opacity });
  });
}

/** A cloud: a flat-bottomed stack of rounded rectangles. */
export function cloud(s, x, y, size, opacity = s.palette.night ? 0.3 : 0.55) {
  const height = size * 0.085;
  const layers = repeat(s.random.int(2, 4), (i) => {
    const width = size * s.random.range(0.5, 1) * (1 - i * 0.12);
    return pill(x + s.random.range(-0.25, 0.25) * size - width / 2, y - i * height * 0.95, width, height);
  });
  return group(layers, { fill: s.palette.cream, opacity });
}

export function clouds(s, count, from, to) {
  return repeat(count, (i) => cloud(s, s.width * ((i + s.random.range(0.3, 0.8)) / count), s.random.range(from, to), s.random.range(150, 270)));
}

/** A midpoint-displaced line from x0 to x1 around y. */
export function ridgeLine(s, x0, x1, y, amplitude, { rough = 0.55, depth = 6 } = {}) {
  let points = [[x0, y + s.random.range(-0.3, 0.3) * amplitude], [x1, y + s.random.range(-0.3, 0.3) * amplitude]];
  let reach = amplitude;
  for (let pass = 0; pass < depth; pass++) {
    const next = [];
    for (let i = 0; i < points.length - 1; i++) {
      const [a, b] = [points[i], points[i + 1]];
      const x = (a[0] + b[0]) / 2 + s.random.range(-0.12, 0.12) * (b[0] - a[0]);
      next.push(a, [x, (a[1] + b[1]) / 2 + s.random.range(-0.5, 0.5) * reach]);
    }
    points = [...next, points.at(-1)];
    reach *= rough;
  }
  return points;
}

/** Distant mountain ranges, paler with distance, with haze between them. */
export function ranges(s, horizon, { heights = [0.24, 0.16, 0.08], haze = 0.5, tones = s.palette.ridges } = {}) {
  const mist = s.gradient([
    [0, s.palette.sky[2], 0],
    [1, s.palette.sky[2], 0.75],
  ]);
  return heights
    .map((height, i) => {
      const line = ridgeLine(s, -20, s.width + 20, horizon - s.height * height * 0.6, s.height * height * 0.8, { rough: 0.5 });
      const capped = line.map(([x, y]) => [x, Math.min(y, horizon - 3)]);
      const body = poly([...capped, [s.width + 20, horizon + 2], [-20, horizon + 2]], tones[i]);
      const veil =
        i < heights.length - 1 ? rect(0, horizon - s.height * 0.14, s.width, s.height * 0.14, mist, { opacity: haze - 0.12 * i }) : "";
      return body + veil;
    })
    .join("");
}

/** A nearer hill: one soft mass with a lit upper flank. */
export function hill(s, points, colour, litColour, bottom = s.height + 20) {
  const body = poly([...points, [points.at(-1)[0], bottom], [points[0][0], bottom]], colour);
  if (!litColour) return body;
  const flank = points.map(([x, y], i) => [x, y + (18 + 26 * Math.abs(Math.sin(i * 1.7)))]);
  return body + poly([...points, ...flank.toReversed()], litColour, { opacity: 0.6 });
}
