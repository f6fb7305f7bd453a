// Cups, plates, bread, fruit and bottles, seen slightly from above.
import { mix } from "./palette.mjs";
import { circle, ellipse, group, path, pill, poly, rect, repeat, stroke } from "./svg.mjs";

const seat = (s, x, y, rx, ry = rx * 0.3) =>
  ellipse(x - s.light * rx * 0.12, y + ry * 0.25, rx * 1.08, ry, s.palette.ink, { opacity: 0.18 });

/** `flat` is the ratio of the ellipse: small for a low eye, 1 from right above. */
export function plate(s, x, y, radius, { flat = 0.34, colour = s.palette.cream, rim = s.palette.sea[1] } = {}) {
  const white = s.lit(colour, 0.5);
  return (
    ellipse(x - s.light * radius * 0.06, y + radius * flat * 0.14 + 4, radius * 1.02, radius * flat, s.palette.ink, { opacity: 0.2 }) +
    ellipse(x, y, radius, radius * flat, white) +
    ellipse(x, y, radius * 0.93, radius * flat * 0.93, "none", { stroke: rim, "stroke-width": radius * 0.035, opacity: 0.8 }) +
    ellipse(x, y + radius * flat * 0.03, radius * 0.68, radius * flat * 0.66, s.shaded(white, 0.09)) +
    ellipse(x, y + radius * flat * 0.07, radius * 0.66, radius * flat * 0.61, white)
  );
}

export function cup(
  s,
  x,
  y,
  size,
  { colour = s.palette.cream, drink = mix(s.palette.wood[2], s.palette.ink, 0.35), saucer = true, flip = false } = {},
) {
  const d = flip ? -1 : 1;
  const top = y - size * 0.62;
  const body = `M${x - size * 0.42} ${top}Q${x - size * 0.4} ${y} ${x - size * 0.18} ${y}H${x + size * 0.18}Q${x + size * 0.4} ${y} ${x + size * 0.42} ${top}Z`;
  return (
    (saucer
      ? seat(s, x, y + 2, size * 0.72, size * 0.2) +
        ellipse(x, y, size * 0.7, size * 0.19, s.lit(colour, 0.4)) +
        ellipse(x, y - 1, size * 0.5, size * 0.12, s.shaded(colour, 0.1))
      : seat(s, x, y, size * 0.34)) +
    path(
      `M${x + d * size * 0.38} ${top + size * 0.12}q${d * size * 0.3} 0 ${d * size * 0.24} ${size * 0.2}q${-d * size * 0.06} ${size * 0.14} ${-d * size * 0.32} ${size * 0.1}`,
      "none",
      { stroke: colour, "stroke-width": size * 0.08 },
    ) +
    path(body, colour) +
    s.clip(body, rect(s.light > 0 ? x - size * 0.5 : x + size * 0.12, top, size * 0.38, size, s.palette.shade, { opacity: 0.18 })) +
    ellipse(x, top, size * 0.42, size * 0.13, s.lit(colour, 0.5)) +
    ellipse(x, top + size * 0.02, size * 0.36, size * 0.1, drink)
  );
}

export function glass(s, x, y, size, { drink, wine = false } = {}) {
  const clear = { opacity: 0.42 };
  if (!wine) {
    const top = y - size;
    return (
      seat(s, x, y, size * 0.26) +
      poly(
        [
          [x - size * 0.27, top], [x + size * 0.27, top], [x + size * 0.22, y], [x - size * 0.22, y],
        ],
        s.palette.foam,
        clear,
      ) +
      (drink
        ? poly(
            [
              [x - size * 0.25, top + size * 0.26], [x + size * 0.25, top + size * 0.26],
              [x + size * 0.215, y - size * 0.04], [x - size * 0.215, y - size * 0.04],
            ],
            drink,
          ) + ellipse(x, top + size * 0.26, size * 0.25, size * 0.06, s.lit(drink, 0.35))
        : "") +
      ellipse(x, top, size * 0.27, size * 0.065, "none", { stroke: s.palette.foam, "stroke-width": 2.5 }) +
      rect(x + s.light * size * 0.12, top + size * 0.1, size * 0.045, size * 0.7, s.palette.foam, { opacity: 0.7 })
    );
  }
  const top = y - size * 1.1;
  const bowl = `M${x - size * 0.25} ${top}Q${x - size * 0.36} ${y - size * 0.5} ${x} ${y - size * 0.46}Q${x + size * 0.36} ${y - size * 0.5} ${x + size * 0.25} ${top}Z`;
  return (
    seat(s, x, y, size * 0.28) +
    ellipse(x, y, size * 0.25, size * 0.06, s.palette.foam, { opacity: 0.7 }) +
    rect(x - size * 0.02, y - size * 0.48, size * 0.04, size * 0.48, s.palette.foam, { opacity: 0.8 }) +
    path(bowl, s.palette.foam, clear) +
    (drink
      ? s.clip(bowl, rect(x - size, y - size * 0.84, size * 2, size, drink)) +
        ellipse(x, y - size * 0.84, size * 0.285, size * 0.06, s.lit(drink, 0.3))
      : "") +
    ellipse(x, top, size * 0.25, size * 0.05, "none", { stroke: s.palette.foam, "stroke-width": 2.5 }) +
    stroke(
      `M${x + s.light * size * 0.17} ${top + size * 0.08}Q${x + s.light * size * 0.24} ${y - size * 0.7} ${x + s.light * size * 0.14} ${y - size * 0.58}`,
      s.palette.foam,
      size * 0.035,
      { opacity: 0.8 },
    )
  );
}

export function bottle(s, x, y, size, { colour = s.palette.veg[2], label = s.palette.cream } = {}) {
  const w = size * 0.15;
  const d = `M${x - w} ${y}V${y - size * 0.56}Q${x - w} ${y - size * 0.68} ${x - w * 0.4} ${y - size * 0.74}V${y - size}H${x + w * 0.4}V${y - size * 0.74}Q${x + w} ${y - size * 0.68} ${x + w} ${y - size * 0.56}V${y}Z`;
  return (
    seat(s, x, y, w * 1.5) +
    path(d, colour) +
    s.clip(
      d,
      rect(s.light > 0 ? x - w : x + w * 0.4, y - size, w * 0.6, size, s.palette.ink, { opacity: 0.28 }) +
        rect(x + s.light * w * 0.45, y - size * 0.62, w * 0.22, size * 0.6, s.palette.foam, { opacity: 0.35 }),
    ) +
    rect(x - w, y - size * 0.46, w * 2, size * 0.28, label) +
    rect(x - w * 0.7, y - size * 0.38, w * 1.4, size * 0.03, s.palette.accent) +
    rect(x - w * 0.7, y - size * 0.32, w, size * 0.02, s.palette.ink) +
    rect(x - w * 0.46, y - size * 1.02, w * 0.92, size * 0.1, s.palette.accent)
  );
}

export function jug(s, x, y, size, { colour = s.palette.sea[1] } = {}) {
  const d = `M${x - size * 0.2} ${y}Q${x - size * 0.42} ${y - size * 0.4} ${x - size * 0.18} ${y - size * 0.72}L${x - size * 0.26} ${y - size}H${x + size * 0.18}L${x + size * 0.16} ${y - size * 0.72}Q${x + size * 0.42} ${y - size * 0.4} ${x + size * 0.2} ${y}Z`;
  return (
    seat(s, x, y, size * 0.32) +
    stroke(
      `M${x + size * 0.17} ${y - size * 0.86}Q${x + size * 0.48} ${y - size * 0.8} ${x + size * 0.28} ${y - size * 0.4}`,
      s.shaded(colour, 0.2),
      size * 0.07,
    ) +
    path(d, colour) +
    s.clip(
      d,
      rect(s.light > 0 ? x - size * 0.5 : x + size * 0.08, y - size, size * 0.36, size, s.palette.shade, { opacity: 0.28 }) +
        rect(x - size, y - size * 0.5, size * 2, size * 0.06, s.palette.cream) +
        rect(x - size, y - size * 0.38, size * 2, size * 0.03, s.palette.cream),
    )
  );
}

/** A vase with stems and blossoms. */
export function bouquet(s, x, y, size, { colours = s.palette.bloom, vase = s.palette.cream } = {}) {
  const stems = repeat(9, (i) => {
    const [tx, ty] = [
      x + (i - 4) * size * 0.1 + s.random.range(-4, 4),
      y - size * s.random.range(0.85, 1.25) + Math.abs(i - 4) * size * 0.05,
    ];
    return (
      stroke(`M${x} ${y - size * 0.4}Q${x + (tx - x) * 0.3} ${y - size * 0.75} ${tx} ${ty}`, s.palette.veg[1], size * 0.025) +
      ellipse((x + tx) / 2, (y - size * 0.4 + ty) / 2, size * 0.1, size * 0.05, s.palette.veg[i % 3], {
        transform: `rotate(${(i - 4) * 24 - 40} ${(x + tx) / 2} ${(y - size * 0.4 + ty) / 2})`,
      }) +
      circle(tx, ty, size * 0.1, colours[i % colours.length]) +
      circle(tx + s.light * size * 0.02, ty - size * 0.02, size * 0.045, s.lit(colours[i % colours.length], 0.5))
    );
  });
  const d = `M${x - size * 0.1} ${y}Q${x - size * 0.3} ${y - size * 0.26} ${x - size * 0.12} ${y - size * 0.5}H${x + size * 0.12}Q${x + size * 0.3} ${y - size * 0.26} ${x + size * 0.1} ${y}Z`;
  return (
    seat(s, x, y, size * 0.22) +
    stems +
    path(d, vase) +
    s.clip(d, rect(s.light > 0 ? x - size * 0.4 : x + size * 0.05, y - size, size * 0.34, size, s.palette.shade, { opacity: 0.22 }))
  );
}

export function croissant(s, x, y, size, turn = 0) {
  const crust = "#d98b3f";
  const arms = [
    [-0.42, 0.1, 0.14], [-0.24, -0.06, 0.2], [0, -0.12, 0.25], [0.24, -0.06, 0.2], [0.42, 0.1, 0.14],
  ];
  const tone = s.palette.night ? mix(crust, s.palette.rock[1], 0.4) : crust;
  const shape = arms.map(
    ([dx, dy, r], i) =>
      circle(dx * size, dy * size, r * size, i % 2 ? tone : mix(tone, "#8a4a1e", 0.16)) +
      circle(dx * size + s.light * r * size * 0.2, dy * size - r * size * 0.3, r * size * 0.5, s.lit(tone, 0.32)),
  );
  return group(ellipse(0, size * 0.16, size * 0.5, size * 0.1, s.palette.ink, { opacity: 0.16 }) + shape.join(""), {
    transform: `translate(${x} ${y}) rotate(${turn})`,
  });
}

export function orange(s, x, y, radius, colour = "#f2993a") {
  return (
    ellipse(x, y + radius * 0.9, radius * 0.9, radius * 0.22, s.palette.ink, { opacity: 0.16 }) +
    circle(x, y, radius, colour) +
    circle(x + s.light * radius * 0.26, y - radius * 0.28, radius * 0.5, s.lit(colour, 0.3)) +
    circle(x, y - radius * 0.86, radius * 0.1, s.palette.veg[1]) +
    path(
      `M${x} ${y - radius * 0.86}q${radius * 0.5} ${-radius * 0.6} ${radius * 0.9} ${-radius * 0.2}q${-radius * 0.4} ${radius * 0.36} ${-radius * 0.9} ${radius * 0.2}Z`,
      s.palette.veg[0],
    )
  );
}

export function fruitBowl(s, x, y, size, { bowl = s.palette.sea[1], fruit = ["#f2993a", "#e9573f", "#f6c945"] } = {}) {
  const rim = y - size * 0.42;
  const d = `M${x - size * 0.6} ${rim}Q${x - size * 0.5} ${y} ${x - size * 0.18} ${y}H${x + size * 0.18}Q${x + size * 0.5} ${y} ${x + size * 0.6} ${rim}Z`;
  return (
    seat(s, x, y, size * 0.5) +
    [[-0.3, -0.08, 0], [0.32, -0.06, 1], [0.02, -0.14, 2], [-0.14, -0.3, 1], [0.18, -0.28, 0]]
      .map(([dx, dy, k]) => orange(s, x + dx * size, rim + dy * size, size * 0.2, fruit[k]))
      .join("") +
    path(d, bowl) +
    s.clip(d, rect(s.light > 0 ? x - size : x + size * 0.2, rim, size * 0.7, size, s.palette.shade, { opacity: 0.24 })) +
    pill(x - size * 0.6, rim - 3, size * 1.2, 8, s.lit(bowl, 0.35))
  );
}

/** Folded napkin with a fork beside it. */
export function cutlery(s, x, y, length, { flat = 0.34 } = {}) {
  const metal = s.shaded(s.palette.foam, 0.25);
  return (
    stroke(
      [[x, y], [x, y - length * flat]],
      metal,
      6,
    ) + pill(x - 9, y - length * flat - 16 * flat * 2, 18, 30 * flat * 2, metal)
  );
}

export function breadLoaf(s, x, y, size) {
  const crust = s.palette.night ? mix("#c97b3a", s.palette.rock[1], 0.4) : "#c97b3a";
  const d = `M${x - size * 0.5} ${y}Q${x - size * 0.56} ${y - size * 0.36} ${x} ${y - size * 0.38}Q${x + size * 0.56} ${y - size * 0.36} ${x + size * 0.5} ${y}Q${x} ${y + size * 0.06} ${x - size * 0.5} ${y}Z`;
  return (
    seat(s, x, y, size * 0.52, size * 0.1) +
    path(d, crust) +
    s.clip(d, ellipse(x + s.light * size * 0.1, y - size * 0.34, size * 0.46, size * 0.14, s.lit(crust, 0.3))) +
    repeat(4, (i) =>
      stroke(
        `M${x - size * 0.28 + i * size * 0.18} ${y - size * 0.1}q${size * 0.05} ${-size * 0.14} ${size * 0.1} ${-size * 0.2}`,
        s.lit(crust, 0.6),
        size * 0.035,
      ),
    )
  );
}
