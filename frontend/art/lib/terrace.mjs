// Awnings, railings, pergolas and lights on the outside of houses.
import { circle, ellipse, path, poly, rect, repeat, stroke } from "./svg.mjs";

/** A striped awning with scallops. */
export function awning(s, x0, x1, y, depth, { colour = s.palette.accent } = {}) {
  const count = Math.max(5, Math.round((x1 - x0) / 26));
  const step = (x1 - x0) / count;
  const flare = depth * 0.28;
  const at = (i, down) => x0 + step * i + (down ? (i / count - 0.5) * 2 * flare : 0);
  return repeat(count, (i) => {
    const fill = i % 2 ? s.palette.cream : colour;
    const [a, b] = [at(i, true), at(i + 1, true)];
    return (
      poly(
        [[at(i), y], [at(i + 1), y], [b, y + depth], [a, y + depth]],
        fill,
      ) + path(`M${a} ${y + depth}H${b}A${(b - a) / 2} ${(b - a) / 2} 0 0 1 ${a} ${y + depth}Z`, s.shaded(fill, 0.18))
    );
  });
}

/** Wrought iron between two posts. */
export function railing(s, x0, x1, y, height, { colour = s.palette.ink, step = 16, glass = false } = {}) {
  if (glass) {
    return (
      rect(x0, y - height, x1 - x0, height, s.palette.sea[3], { opacity: 0.25 }) +
      rect(x0, y - height, x1 - x0, 5, s.palette.cream) +
      repeat(Math.floor((x1 - x0) / 190) + 1, (i) => rect(x0 + i * 190, y - height, 5, height, s.palette.cream, { opacity: 0.8 }))
    );
  }
  return (
    rect(x0, y - height, x1 - x0, 6, colour) +
    rect(x0, y - 9, x1 - x0, 4, colour) +
    repeat(Math.floor((x1 - x0) / step) + 1, (i) => rect(x0 + i * step, y - height, 2.6, height, colour))
  );
}

/** Beams on posts with open rafters, for terraces. */
export function pergola(s, x0, x1, top, base, { depth = 60, posts = 3, colour = s.palette.wood[1] } = {}) {
  const dark = s.shaded(colour, 0.35);
  const step = (x1 - x0) / (posts - 1);
  return (
    repeat(
      posts,
      (i) => rect(x0 + step * i - 9, top, 18, base - top, colour) + rect(x0 + step * i - 9, top, 6, base - top, dark),
    ) +
    repeat(Math.round((x1 - x0) / 46) + 1, (i) =>
      poly(
        [
          [x0 - 14 + i * 46, top - depth], [x0 + i * 46, top - depth], [x0 + 10 + i * 46, top + 4],
          [x0 - 8 + i * 46, top + 4],
        ],
        dark,
      ),
    ) +
    rect(x0 - 34, top - 4, x1 - x0 + 68, 18, colour) +
    rect(x0 - 20, top - depth - 6, x1 - x0 + 40, 10, colour)
  );
}

/** Cord with warm bulbs. */
export function garland(s, x0, y0, x1, y1, sag = 50) {
  const count = Math.round(Math.hypot(x1 - x0, y1 - y0) / 46);
  const at = (t) => [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + Math.sin(Math.PI * t) * sag];
  const cord = stroke(
    Array.from({ length: 25 }, (_, i) => at(i / 24)),
    s.palette.ink,
    2,
    { opacity: 0.7 },
  );
  const halo = s.palette.night
    ? s.radial([[0, s.palette.glow, 0.75], [1, s.palette.glow, 0]])
    : null;
  return (
    cord +
    repeat(count, (i) => {
      const [x, y] = at((i + 0.5) / count);
      return (halo ? circle(x, y + 10, 30, halo) : "") + circle(x, y + 10, 7, s.palette.night ? "#fff3cf" : s.palette.glow);
    })
  );
}

export function wallLantern(s, x, y, size) {
  const halo = s.palette.night
    ? circle(
        x,
        y,
        size * 2.6,
        s.radial([[0, s.palette.glow, 0.7], [1, s.palette.glow, 0]]),
      )
    : "";
  return (
    halo +
    poly(
      [
        [x - size * 0.3, y - size * 0.4], [x + size * 0.3, y - size * 0.4], [x + size * 0.22, y + size * 0.4],
        [x - size * 0.22, y + size * 0.4],
      ],
      s.palette.night ? s.palette.windowLit : s.palette.glow,
    ) +
    poly(
      [[x - size * 0.38, y - size * 0.38], [x, y - size * 0.8], [x + size * 0.38, y - size * 0.38]],
      s.palette.ink,
    ) +
    rect(x - size * 0.24, y + size * 0.38, size * 0.48, size * 0.1, s.palette.ink)
  );
}

/** A soft shadow on the ground below an object. */
export const groundShadow = (s, x, y, rx, ry = rx * 0.14, opacity = 0.22) => ellipse(x, y, rx, ry, s.palette.ink, { opacity });
