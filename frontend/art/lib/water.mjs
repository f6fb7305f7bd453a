// The sea, its reflections, its shore, and pools.
import { mix } from "./palette.mjs";
import { group, path, pill, rect, repeat, smooth } from "./svg.mjs";

/** Deep in the middle, pale at the horizon; `shallow` ends it in turquoise. */
export function sea(s, horizon, { bottom = s.height, shallow = false } = {}) {
  const [deep, mid, light, pale] = s.palette.sea;
  const start = [
    [0, mix(mid, s.palette.sky[2], 0.4)],
    [0.14, mid],
    [0.45, deep],
  ];
  const end = shallow
    ? [[0.68, mid], [0.86, light], [1, pale]]
    : [[1, mix(deep, mid, 0.25)]];
  return rect(0, horizon, s.width, bottom - horizon, s.gradient([...start, ...end]));
}

/** Tapered dashes that grow as they come nearer. */
export function ripples(s, [x0, x1], [y0, y1], count, fill, opacity, longest = 120) {
  const dashes = repeat(count, () => {
    const near = Math.pow(s.random(), 1.3);
    const width = (10 + longest * near) * s.random.range(0.35, 1);
    const height = 1.2 + near * 3.6;
    return pill(s.random.range(x0, x1) - width / 2, y0 + (y1 - y0) * near, width, height);
  });
  return group(dashes, { fill, opacity });
}

/** The glitter under the sun and the quiet dashes of the open sea. */
export function glitter(s, sunX, horizon, bottom = s.height * 0.85) {
  const everywhere = [0, s.width];
  return (
    ripples(s, everywhere, [horizon + 6, bottom], 80, s.palette.sea[3], 0.3, 110) +
    ripples(s, everywhere, [horizon + 6, bottom], 55, s.palette.sea[0], 0.35, 130) +
    (sunX === undefined ? "" : ripples(s, [sunX - 75, sunX + 75], [horizon + 4, bottom], 50, s.palette.glow, 0.75, 95))
  );
}

/** A blurred mirror image below the water line. */
export function reflection(s, content, line, { squash = 0.6, opacity = s.palette.night ? 0.4 : 0.28 } = {}) {
  const turned = group(content, {
    transform: `translate(0 ${line * (1 + squash)}) scale(1 ${-squash})`,
    filter: s.blur(3, 5),
  });
  const below = `M0 ${line}H${s.width}V${s.height}H0Z`;
  return s.clip(below, group(turned, { opacity }));
}

export const foamLine = (s, x0, x1, y, opacity = 0.55) => pill(x0, y - 2.5, x1 - x0, 5, s.palette.foam, { opacity });

const bandsAlong =
  (s, line) =>
  (offset, fill, opacity = 1) => {
    const moved = line.map(([x, y]) => [x, y + offset]);
    const [first, last] = [moved[0], moved.at(-1)];
    return path(smooth(moved) + `L${last[0]} ${s.height + 40}L${first[0]} ${s.height + 40}Z`, fill, { opacity });
  };

/** Turquoise shallows before the water's edge; `line` runs from left to right. */
export function shallows(s, line, reach = 1) {
  const band = bandsAlong(s, line);
  return band(-78 * reach, s.palette.sea[2], 0.55) + band(-40 * reach, s.palette.sea[3], 0.75);
}

/** Foam, wet sand and dry sand from the water's edge on. */
export function beach(s, line, reach = 1) {
  const band = bandsAlong(s, line);
  const wet = mix(s.palette.sand[2], s.palette.sea[2], 0.25);
  return (
    band(-14 * reach, s.palette.foam, 0.85) +
    band(-6 * reach, wet) +
    band(3 * reach, s.palette.foam, 0.5) +
    band(8 * reach, s.palette.sand[2]) +
    band(
      24 * reach,
      s.gradient([
        [0, s.palette.sand[1]],
        [1, s.palette.sand[0]],
      ]),
    )
  );
}

/** A pool seen from its edge: coping, water, light net. */
export function pool(s, shape, { coping = s.palette.lime[0], edge = 14 } = {}) {
  const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const outline = "M" + shape.map(([x, y]) => `${x} ${y}`).join("L") + "Z";
  const water = s.gradient([
    [0, s.palette.pool[0]],
    [0.4, s.palette.pool[1]],
    [1, s.palette.pool[2]],
  ]);
  const inside =
    rect(left, top, right - left, bottom - top, water) +
    path(outline, "none", { stroke: s.palette.sea[0], "stroke-width": edge * 1.6, opacity: 0.35 }) +
    ripples(s, [left, right], [top + 10, bottom - 6], Math.round(((right - left) * (bottom - top)) / 5200), s.palette.foam, 0.5, 100);
  return (
    path(outline, coping, { stroke: coping, "stroke-width": edge * 2, "stroke-linejoin": "round" }) + s.clip(outline, inside)
  );
}
