// Beds, lamps, rugs and seats, seen from the front or the side.
import { mix } from "./palette.mjs";
import { circle, ellipse, path, pill, poly, rect, repeat, stroke } from "./svg.mjs";

/** A soft pillow. */
function pillow(s, x, y, width, height, colour, turn = 0) {
  const [l, r, t, b] = [x - width / 2, x + width / 2, y - height, y];
  const d = `M${l + 8} ${t + 6}Q${x} ${t - height * 0.1} ${r - 8} ${t + 6}Q${r + width * 0.03} ${y - height / 2} ${r - 6} ${b - 4}Q${x} ${b + height * 0.08} ${l + 6} ${b - 4}Q${l - width * 0.03} ${y - height / 2} ${l + 8} ${t + 6}Z`;
  const dark = s.light > 0 ? -1 : 1;
  const shade = `M${x + dark * width * 0.1} ${t}Q${x + dark * width * 0.26} ${y - height * 0.4} ${x - dark * width * 0.2} ${b + 4}H${x + dark * width * 0.6}V${t - 8}Z`;
  const body = path(d, colour) + s.clip(d, path(shade, s.palette.shade, { opacity: 0.16 }));
  return turn ? `<g transform="rotate(${turn} ${x} ${y})">${body}</g>` : body;
}

/** A bed seen from its side, headboard at the left (or right when flipped). `y` is the floor. */
export function bedSide(
  s,
  x,
  y,
  length,
  { headboard = s.palette.wood[1], cover = s.palette.cream, blanket = s.palette.sea[1], cushion = s.palette.accent, flip = false } = {},
) {
  const d = flip ? -1 : 1;
  const L = length;
  const X = (v) => x + d * v * L;
  const Y = (v) => y - v * L;
  const sheet = s.lit(s.palette.cream, 0.5);
  const at = (points) => points.map(([a, b]) => [X(a), Y(b)]);
  const drape = `M${X(0.3)} ${Y(0.335)}Q${X(0.6)} ${Y(0.36)} ${X(0.96)} ${Y(0.32)}Q${X(1.0)} ${Y(0.31)} ${X(1.0)} ${Y(0.26)}L${X(1.005)} ${Y(0.07)}Q${X(0.92)} ${Y(0.055)} ${X(0.84)} ${Y(0.075)}T${X(0.66)} ${Y(0.07)}T${X(0.48)} ${Y(0.078)}T${X(0.3)} ${Y(0.075)}Z`;
  const throwOver = `M${X(0.62)} ${Y(0.352)}Q${X(0.76)} ${Y(0.352)} ${X(0.86)} ${Y(0.337)}L${X(0.87)} ${Y(0.12)}Q${X(0.8)} ${Y(0.105)} ${X(0.74)} ${Y(0.12)}T${X(0.62)} ${Y(0.115)}Z`;
  return (
    ellipse(X(0.5), y + L * 0.01, L * 0.58, L * 0.03, s.palette.ink, { opacity: 0.24 }) +
    poly(
      at([[-0.03, 0], [-0.03, 0.56], [0.02, 0.58], [0.03, 0]]),
      headboard,
    ) +
    poly(
      at([[-0.03, 0], [-0.03, 0.56], [-0.01, 0.567], [-0.01, 0]]),
      s.shaded(headboard, 0.3),
    ) +
    poly(
      at([[0.02, 0.04], [0.98, 0.04], [0.98, 0.14], [0.02, 0.14]]),
      s.shaded(headboard, 0.12),
    ) +
    rect(Math.min(X(0.92), X(0.96)), Y(0.05), L * 0.04, L * 0.05, headboard) +
    path(
      `M${X(0.02)} ${Y(0.13)}V${Y(0.31)}Q${X(0.5)} ${Y(0.33)} ${X(0.97)} ${Y(0.31)}Q${X(1)} ${Y(0.22)} ${X(0.97)} ${Y(0.13)}Z`,
      sheet,
    ) +
    path(`M${X(0.03)} ${Y(0.13)}H${X(0.97)}V${Y(0.18)}H${X(0.03)}Z`, s.palette.shade, { opacity: 0.16 }) +
    pillow(s, X(0.1), Y(0.31), L * 0.1, L * 0.2, s.shaded(sheet, 0.1), d * 6) +
    pillow(s, X(0.165), Y(0.3), L * 0.12, L * 0.17, sheet, d * 14) +
    pillow(s, X(0.245), Y(0.3), L * 0.1, L * 0.12, cushion, d * 20) +
    path(drape, cover) +
    repeat(4, (i) =>
      stroke(
        `M${X(0.4 + i * 0.15)} ${Y(0.3)}Q${X(0.41 + i * 0.15)} ${Y(0.2)} ${X(0.39 + i * 0.15)} ${Y(0.1)}`,
        s.shaded(cover, 0.3),
        L * 0.006,
        { opacity: 0.6 },
      ),
    ) +
    path(
      `M${X(0.3)} ${Y(0.335)}Q${X(0.36)} ${Y(0.345)} ${X(0.4)} ${Y(0.342)}Q${X(0.41)} ${Y(0.2)} ${X(0.395)} ${Y(0.078)}Q${X(0.34)} ${Y(0.06)} ${X(0.3)} ${Y(0.075)}Z`,
      sheet,
    ) +
    path(throwOver, blanket) +
    repeat(2, (i) =>
      path(
        `M${X(0.66 + i * 0.1)} ${Y(0.352 - i * 0.006)}L${X(0.69 + i * 0.1)} ${Y(0.351 - i * 0.008)}L${X(0.695 + i * 0.1)} ${Y(0.112)}L${X(0.665 + i * 0.1)} ${Y(0.112)}Z`,
        s.lit(blanket, 0.4),
      ),
    )
  );
}

/** A bed seen from its foot. */
export function bedFront(
  s,
  x,
  y,
  width,
  { headboard = s.palette.wood[1], cover = s.palette.cream, blanket = s.palette.sea[1], cushion = s.palette.accent, tall = 0.52, cane = false } = {},
) {
  const W = width;
  const X = (v) => x + v * W;
  const Y = (v) => y - v * W;
  const sheet = s.lit(s.palette.cream, 0.6);
  const head = `M${X(-0.5)} ${Y(0.2)}V${Y(tall - 0.03)}Q${X(-0.5)} ${Y(tall)} ${X(-0.46)} ${Y(tall)}H${X(0.46)}Q${X(0.5)} ${Y(tall)} ${X(0.5)} ${Y(tall - 0.03)}V${Y(0.2)}Z`;
  const weave = cane
    ? s.clip(
        head,
        repeat(
          30,
          (i) =>
            stroke(
              [[X(-0.8 + i * 0.05), Y(0.2)], [X(-0.5 + i * 0.05), Y(0.6)]],
              s.palette.wood[2],
              2,
              { opacity: 0.35 },
            ) +
            stroke(
              [[X(-0.5 + i * 0.05), Y(0.2)], [X(-0.8 + i * 0.05), Y(0.6)]],
              s.palette.wood[2],
              2,
              { opacity: 0.35 },
            ),
        ),
      )
    : repeat(5, (i) => rect(X(-0.5 + (i + 1) / 6) - 1.5, Y(tall), 3, W * (tall - 0.2), s.palette.ink, { opacity: 0.12 }));
  return (
    ellipse(x, y, W * 0.6, W * 0.03, s.palette.ink, { opacity: 0.25 }) +
    path(head, headboard) +
    weave +
    path(head, "none", { stroke: s.shaded(headboard, 0.3), "stroke-width": W * 0.014 }) +
    pillow(s, X(-0.24), Y(0.3), W * 0.4, W * 0.17, s.shaded(sheet, 0.08)) +
    pillow(s, X(0.24), Y(0.3), W * 0.4, W * 0.17, s.shaded(sheet, 0.08)) +
    pillow(s, X(-0.22), Y(0.275), W * 0.38, W * 0.14, sheet) +
    pillow(s, X(0.22), Y(0.275), W * 0.38, W * 0.14, sheet) +
    pillow(s, X(0), Y(0.27), W * 0.3, W * 0.1, cushion) +
    path(`M${X(-0.47)} ${Y(0.285)}Q${X(0)} ${Y(0.3)} ${X(0.47)} ${Y(0.285)}L${X(0.55)} ${Y(0.14)}H${X(-0.55)}Z`, cover) +
    path(
      `M${X(-0.47)} ${Y(0.285)}Q${X(0)} ${Y(0.3)} ${X(0.47)} ${Y(0.285)}L${X(0.484)} ${Y(0.262)}Q${X(0)} ${Y(0.277)} ${X(-0.484)} ${Y(0.262)}Z`,
      sheet,
    ) +
    path(
      `M${X(-0.527)} ${Y(0.185)}Q${X(0)} ${Y(0.2)} ${X(0.527)} ${Y(0.185)}L${X(0.55)} ${Y(0.14)}V${Y(0.06)}Q${X(0.3)} ${Y(0.045)} ${X(0)} ${Y(0.055)}T${X(-0.55)} ${Y(0.06)}V${Y(0.14)}Z`,
      blanket,
    ) +
    path(
      `M${X(-0.55)} ${Y(0.14)}H${X(0.55)}V${Y(0.06)}Q${X(0.3)} ${Y(0.045)} ${X(0)} ${Y(0.055)}T${X(-0.55)} ${Y(0.06)}Z`,
      s.palette.shade,
      { opacity: 0.25 },
    ) +
    repeat(3, (i) =>
      path(
        `M${X(-0.53 + i * 0.004)} ${Y(0.176 - i * 0.012)}Q${x} ${Y(0.19 - i * 0.012)} ${X(0.53 - i * 0.004)} ${Y(0.176 - i * 0.012)}V${Y(0.171 - i * 0.012)}Q${x} ${Y(0.185 - i * 0.012)} ${X(-0.53)} ${Y(0.171 - i * 0.012)}Z`,
        s.lit(blanket, 0.5),
      ),
    ) +
    rect(X(-0.52), Y(0.055), W * 1.04, W * 0.03, s.shaded(s.palette.cream, 0.3)) +
    rect(X(-0.5), Y(0.03), W * 0.04, W * 0.03, s.palette.wood[2]) +
    rect(X(0.46), Y(0.03), W * 0.04, W * 0.03, s.palette.wood[2])
  );
}

export function bedsideTable(s, x, y, width, height, { colour = s.palette.wood[1] } = {}) {
  return (
    ellipse(x, y, width * 0.6, width * 0.07, s.palette.ink, { opacity: 0.22 }) +
    rect(x - width * 0.44, y - height * 0.5, width * 0.07, height * 0.5, s.shaded(colour, 0.3)) +
    rect(x + width * 0.37, y - height * 0.5, width * 0.07, height * 0.5, s.shaded(colour, 0.3)) +
    rect(x - width / 2, y - height, width, height * 0.56, colour) +
    rect(x - width * 0.54, y - height - 8, width * 1.08, 12, s.lit(colour, 0.25)) +
    rect(x - width * 0.42, y - height * 0.86, width * 0.84, height * 0.32, s.shaded(colour, 0.14)) +
    circle(x, y - height * 0.7, width * 0.04, s.palette.cream)
  );
}

/** A table lamp standing at `y`, with its light. */
export function lamp(s, x, y, size, { shade = s.palette.cream, base = s.palette.sea[1] } = {}) {
  const glow = circle(
    x,
    y - size * 0.8,
    size * 1.5,
    s.radial([[0, s.palette.glow, s.palette.night ? 0.7 : 0.4], [1, s.palette.glow, 0]]),
  );
  return (
    glow +
    path(
      `M${x - size * 0.12} ${y}Q${x - size * 0.3} ${y - size * 0.26} ${x - size * 0.05} ${y - size * 0.46}H${x + size * 0.05}Q${x + size * 0.3} ${y - size * 0.26} ${x + size * 0.12} ${y}Z`,
      base,
    ) +
    path(
      `M${x - size * 0.12} ${y}Q${x - size * 0.3} ${y - size * 0.26} ${x - size * 0.05} ${y - size * 0.46}H${x}V${y}Z`,
      s.palette.shade,
      { opacity: s.light > 0 ? 0.25 : 0 },
    ) +
    rect(x - size * 0.03, y - size * 0.6, size * 0.06, size * 0.16, s.palette.ink) +
    poly(
      [
        [x - size * 0.26, y - size * 1.05], [x + size * 0.26, y - size * 1.05], [x + size * 0.42, y - size * 0.54],
        [x - size * 0.42, y - size * 0.54],
      ],
      s.palette.night ? mix(s.palette.windowLit, shade, 0.3) : shade,
    ) +
    poly(
      [
        [x - size * 0.26, y - size * 1.05], [x - size * 0.08, y - size * 1.05], [x - size * 0.14, y - size * 0.54],
        [x - size * 0.42, y - size * 0.54],
      ],
      s.palette.shade,
      { opacity: 0.14 },
    )
  );
}

export function rug(s, x, y, width, depth, { colour = s.palette.sea[1], other = s.palette.cream } = {}) {
  const shape = (k) => [
    [x - width * 0.42 * k, y - depth * k], [x + width * 0.42 * k, y - depth * k],
    [x + width * 0.5 * k, y + depth * (k - 1) * 0.6], [x - width * 0.5 * k, y + depth * (k - 1) * 0.6],
  ];
  return (
    poly(
      [
        [x - width * 0.42, y - depth], [x + width * 0.42, y - depth], [x + width * 0.5, y], [x - width * 0.5, y],
      ],
      other,
    ) +
    repeat(4, (i) => {
      const [t0, t1] = [0.1 + i * 0.23, 0.2 + i * 0.23];
      const half = (t) => width * (0.42 + 0.08 * t) - 4;
      return poly(
        [
          [x - half(t0), y - depth * (1 - t0)], [x + half(t0), y - depth * (1 - t0)], [x + half(t1), y - depth * (1 - t1)],
          [x - half(t1), y - depth * (1 - t1)],
        ],
        i % 2 ? mix(colour, other, 0.4) : colour,
      );
    }) +
    poly(shape(1), "none")
  );
}

export function armchair(s, x, y, size, { colour = s.palette.sea[1], flip = false } = {}) {
  const d = flip ? -1 : 1;
  const X = (v) => x + d * v * size;
  const Y = (v) => y - v * size;
  return (
    ellipse(x, y, size * 0.56, size * 0.06, s.palette.ink, { opacity: 0.22 }) +
    stroke(
      [[X(-0.36), Y(0)], [X(-0.32), Y(0.24)]],
      s.palette.wood[2],
      size * 0.05,
    ) +
    stroke(
      [[X(0.4), Y(0)], [X(0.36), Y(0.24)]],
      s.palette.wood[2],
      size * 0.05,
    ) +
    path(
      `M${X(-0.4)} ${Y(0.2)}Q${X(-0.62)} ${Y(0.9)} ${X(-0.44)} ${Y(1)}Q${X(-0.28)} ${Y(1.02)} ${X(-0.22)} ${Y(0.5)}H${X(0.42)}Q${X(0.5)} ${Y(0.5)} ${X(0.48)} ${Y(0.36)}L${X(0.44)} ${Y(0.2)}Z`,
      colour,
    ) +
    path(`M${X(-0.22)} ${Y(0.52)}H${X(0.44)}Q${X(0.5)} ${Y(0.46)} ${X(0.44)} ${Y(0.38)}H${X(-0.24)}Z`, s.lit(colour, 0.25)) +
    path(
      `M${X(-0.3)} ${Y(0.6)}Q${X(0.1)} ${Y(0.66)} ${X(0.36)} ${Y(0.6)}Q${X(0.44)} ${Y(0.56)} ${X(0.36)} ${Y(0.5)}L${X(0.3)} ${Y(0.2)}H${X(-0.36)}Z`,
      s.shaded(colour, 0.18),
    ) +
    pill(Math.min(X(-0.34), X(0.42)), Y(0.63), size * 0.76, size * 0.09, s.lit(colour, 0.1))
  );
}

/** A deep sofa from the front. */
export function sofa(s, x, y, width, { colour = s.palette.cream, cushions = [s.palette.accent, s.palette.sea[1]] } = {}) {
  const W = width;
  const X = (v) => x + v * W;
  const Y = (v) => y - v * W;
  const back = s.shaded(colour, 0.14);
  return (
    ellipse(x, y, W * 0.54, W * 0.03, s.palette.ink, { opacity: 0.24 }) +
    rect(X(-0.46), Y(0.03), W * 0.03, W * 0.03, s.palette.wood[2]) +
    rect(X(0.43), Y(0.03), W * 0.03, W * 0.03, s.palette.wood[2]) +
    rect(X(-0.46), Y(0.36), W * 0.92, W * 0.3, back, { rx: W * 0.03 }) +
    rect(X(-0.4), Y(0.34), W * 0.395, W * 0.2, colour, { rx: W * 0.025 }) +
    rect(X(0.005), Y(0.34), W * 0.395, W * 0.2, colour, { rx: W * 0.025 }) +
    pillow(s, X(-0.31), Y(0.18), W * 0.15, W * 0.13, cushions[0], -6) +
    pillow(s, X(0.3), Y(0.18), W * 0.15, W * 0.13, cushions[1], 6) +
    rect(X(-0.42), Y(0.19), W * 0.415, W * 0.08, s.lit(colour, 0.3), { rx: W * 0.02 }) +
    rect(X(0.005), Y(0.19), W * 0.415, W * 0.08, s.lit(colour, 0.3), { rx: W * 0.02 }) +
    rect(X(-0.46), Y(0.12), W * 0.92, W * 0.09, back, { rx: W * 0.012 }) +
    rect(X(-0.5), Y(0.25), W * 0.1, W * 0.22, s.shaded(colour, 0.06), { rx: W * 0.03 }) +
    rect(X(0.4), Y(0.25), W * 0.1, W * 0.22, s.shaded(colour, 0.24), { rx: W * 0.03 })
  );
}
