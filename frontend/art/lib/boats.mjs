// Sailing boats, fishing boats (pointus), yachts and the ferry.
import { mix } from "./palette.mjs";
import { circle, ellipse, group, path, poly, rect, repeat, stroke } from "./svg.mjs";

export function sail(s, x, y, size, opacity = 1) {
  const at = (dx, dy) => [x + dx * size, y + dy * size];
  return group(
    poly([at(0, -1), at(0, -0.1), at(-0.42, -0.1)], s.palette.cream) +
      poly([at(0.05, -0.86), at(0.05, -0.1), at(0.36, -0.1)], s.shaded(s.palette.cream, 0.28)) +
      poly([at(-0.46, -0.06), at(0.44, -0.06), at(0.3, 0.06), at(-0.32, 0.06)], s.palette.accent) +
      poly([at(-0.3, 0.09), at(0.3, 0.09), at(0.1, 0.5), at(-0.14, 0.5)], s.palette.cream, { opacity: 0.22 }),
    { opacity },
  );
}

/** The small wooden fishing boat of the harbours. */
export function pointu(s, x, y, size, colour) {
  const X = (d) => x + d * size;
  const Y = (d) => y + d * size;
  const hull = `M${X(-0.6)} ${Y(-0.2)}Q${x} ${Y(-0.02)} ${X(0.62)} ${Y(-0.24)}Q${X(0.5)} ${Y(0.16)} ${X(0.3)} ${Y(0.16)}L${X(-0.34)} ${Y(0.16)}Q${X(-0.5)} ${Y(0.1)} ${X(-0.6)} ${Y(-0.2)}Z`;
  const band = `M${X(-0.6)} ${Y(-0.2)}Q${x} ${Y(-0.02)} ${X(0.62)} ${Y(-0.24)}L${X(0.6)} ${Y(-0.15)}Q${x} ${Y(0.06)} ${X(-0.585)} ${Y(-0.13)}Z`;
  return (
    ellipse(x, Y(0.16), size * 0.62, size * 0.09, s.palette.ink, { opacity: 0.35 }) +
    path(hull, colour) +
    path(
      `M${X(-0.1)} ${Y(-0.08)}Q${X(0.3)} ${Y(-0.1)} ${X(0.62)} ${Y(-0.24)}Q${X(0.5)} ${Y(0.16)} ${X(0.3)} ${Y(0.16)}H${X(-0.02)}Z`,
      s.palette.shade,
      { opacity: s.light < 0 ? 0.22 : 0 },
    ) +
    path(band, s.palette.cream) +
    rect(X(-0.06), Y(-0.4), size * 0.28, size * 0.3, s.shaded(s.palette.cream, 0.12)) +
    rect(X(-0.09), Y(-0.43), size * 0.34, size * 0.05, s.palette.accent) +
    rect(X(0), Y(-0.34), size * 0.16, size * 0.11, s.palette.window) +
    stroke(
      [[X(-0.2), Y(-0.06)], [X(-0.2), Y(-1)]],
      s.palette.ink,
      Math.max(1.2, size * 0.028),
    ) +
    stroke(
      [[X(0.5), Y(-0.22)], [X(-0.2), Y(-0.96)], [X(-0.56), Y(-0.2)]],
      s.palette.ink,
      1,
      { opacity: 0.6 },
    )
  );
}

/** A moored sailing boat without sails: hull, mast, furled boom. */
export function moored(s, x, y, size, colour = s.palette.cream) {
  const X = (d) => x + d * size;
  const Y = (d) => y + d * size;
  return (
    ellipse(x, Y(0.1), size * 0.6, size * 0.07, s.palette.ink, { opacity: 0.3 }) +
    path(
      `M${X(-0.55)} ${Y(-0.16)}H${X(0.66)}Q${X(0.5)} ${Y(0.1)} ${X(0.34)} ${Y(0.1)}H${X(-0.44)}Q${X(-0.54)} ${Y(0.06)} ${X(-0.55)} ${Y(-0.16)}Z`,
      colour,
    ) +
    path(`M${X(-0.55)} ${Y(-0.02)}H${X(0.57)}L${X(0.52)} ${Y(0.03)}H${X(-0.53)}Z`, s.palette.sea[0]) +
    path(
      `M${X(-0.22)} ${Y(-0.16)}Q${X(-0.18)} ${Y(-0.28)} ${X(0)} ${Y(-0.28)}H${X(0.16)}L${X(0.34)} ${Y(-0.16)}Z`,
      s.shaded(s.palette.cream, 0.16),
    ) +
    stroke(
      [[X(0.06), Y(-0.24)], [X(0.06), Y(-1.75)]],
      s.palette.ink,
      Math.max(1.4, size * 0.028),
    ) +
    stroke(
      [[X(0.06), Y(-0.42)], [X(-0.46), Y(-0.36)]],
      s.palette.cream,
      size * 0.06,
    ) +
    stroke(
      [[X(-0.54), Y(-0.16)], [X(0.06), Y(-1.7)], [X(0.64), Y(-0.16)]],
      s.palette.ink,
      1,
      { opacity: 0.5 },
    )
  );
}

/** The ferry from the side, bow to the right: white decks on a coloured hull. */
export function ferry(s, x, y, length, { hull = s.palette.sea[0] } = {}) {
  const L = length;
  const X = (d) => x + d * L;
  const Y = (d) => y + d * L;
  const white = s.palette.cream;
  const dim = s.shaded(white, 0.18);
  const portholes = (x0, x1, dy, count, size) =>
    repeat(count, (i) =>
      rect(
        X(x0 + ((x1 - x0) * i) / (count - 1)),
        Y(dy),
        L * size,
        L * size * 0.9,
        s.palette.night && i % 3 ? s.palette.windowLit : s.palette.window,
        { rx: 2 },
      ),
    );
  const deck = (x0, x1, y0, y1, rake) =>
    poly(
      [[X(x0), Y(y0)], [X(x1 - rake), Y(y0)], [X(x1), Y(y1)], [X(x0), Y(y1)]],
      white,
    ) + rect(X(x0), Y(y1) - L * 0.006, L * (x1 - x0), L * 0.006, dim);
  const funnel =
    poly(
      [[X(-0.3), Y(-0.29)], [X(-0.21), Y(-0.29)], [X(-0.19), Y(-0.2)], [X(-0.31), Y(-0.2)]],
      s.palette.accent,
    ) +
    poly(
      [[X(-0.3), Y(-0.29)], [X(-0.27), Y(-0.29)], [X(-0.275), Y(-0.2)], [X(-0.31), Y(-0.2)]],
      s.shaded(s.palette.accent, 0.35),
    ) +
    rect(X(-0.302), Y(-0.3), L * 0.095, L * 0.018, s.palette.ink);
  const body = path(
    `M${X(-0.5)} ${Y(-0.1)}H${X(0.36)}Q${X(0.46)} ${Y(-0.11)} ${X(0.53)} ${Y(-0.125)}Q${X(0.47)} ${Y(-0.04)} ${X(0.44)} ${Y(0)}H${X(-0.48)}Z`,
    hull,
  );
  const stripe = path(
    `M${X(-0.5)} ${Y(-0.1)}H${X(0.36)}Q${X(0.46)} ${Y(-0.11)} ${X(0.53)} ${Y(-0.125)}L${X(0.515)} ${Y(-0.098)}Q${X(0.44)} ${Y(-0.085)} ${X(0.36)} ${Y(-0.078)}H${X(-0.496)}Z`,
    white,
  );
  return (
    funnel +
    deck(-0.4, 0.2, -0.205, -0.165, 0.02) +
    deck(-0.45, 0.3, -0.17, -0.13, 0.02) +
    deck(-0.5, 0.38, -0.138, -0.09, 0.025) +
    poly(
      [[X(0.1), Y(-0.245)], [X(0.19), Y(-0.245)], [X(0.215), Y(-0.2)], [X(0.08), Y(-0.2)]],
      white,
    ) +
    rect(X(0.12), Y(-0.235), L * 0.075, L * 0.018, s.palette.window) +
    portholes(-0.38, 0.15, -0.192, 19, 0.013) +
    portholes(-0.43, 0.25, -0.157, 24, 0.013) +
    repeat(6, (i) =>
      path(
        `M${X(-0.34 + i * 0.09)} ${Y(-0.122)}h${L * 0.055}q0 ${L * 0.022} ${-L * 0.028} ${L * 0.022}q${-L * 0.027} 0 ${-L * 0.027} ${-L * 0.022}Z`,
        s.palette.accent,
      ),
    ) +
    body +
    stripe +
    repeat(22, (i) => circle(X(-0.44 + i * 0.037), Y(-0.055), L * 0.0045, s.palette.night ? s.palette.windowLit : white, { opacity: 0.9 })) +
    stroke(
      [[X(-0.05), Y(-0.205)], [X(-0.05), Y(-0.29)]],
      s.palette.ink,
      L * 0.004,
    ) +
    stroke(
      [[X(0.15), Y(-0.245)], [X(0.15), Y(-0.31)]],
      s.palette.ink,
      L * 0.004,
    ) +
    poly(
      [[X(-0.05), Y(-0.288)], [X(-0.012), Y(-0.276)], [X(-0.05), Y(-0.264)]],
      mix(s.palette.accent, s.palette.cream, 0.1),
    ) +
    path(`M${X(-0.49)} ${Y(-0.004)}H${X(0.445)}L${X(0.5)} ${Y(0.014)}H${X(-0.52)}Z`, s.palette.foam, { opacity: 0.85 })
  );
}
