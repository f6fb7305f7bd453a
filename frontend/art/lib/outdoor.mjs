// Outdoor furniture: parasols, loungers, chairs, tables and tents.
import { ellipse, path, poly, pill, rect, repeat, stroke } from "./svg.mjs";

/** A striped beach parasol with its shadow; `x, y` is the foot. */
export function parasol(s, x, y, size, { colour = s.palette.accent, other = s.palette.cream, shadow = s.palette.sand[2] } = {}) {
  const top = y - size * 1.25;
  const segments = 6;
  const rim = (at) => y - size * 0.86 + Math.abs(at - x) * 0.14;
  const slices = repeat(segments, (i) => {
    const a = x - size * 0.72 + (size * 1.44 * i) / segments;
    const b = x - size * 0.72 + (size * 1.44 * (i + 1)) / segments;
    const shadeShare = (s.light < 0 ? i > 3 : i < 2) ? 0.18 : 0;
    const fill = s.shaded(i % 2 ? other : colour, shadeShare);
    return path(
      `M${x} ${top}Q${(x + a) / 2 - (x - a) * 0.12} ${top + size * 0.06} ${a} ${rim(a)}Q${(a + b) / 2} ${rim((a + b) / 2) - size * 0.07} ${b} ${rim(b)}` +
        `Q${(x + b) / 2 + (b - x) * 0.12} ${top + size * 0.06} ${x} ${top}Z`,
      fill,
    );
  });
  return (
    ellipse(x - s.light * size * 0.5, y + size * 0.06, size * 0.66, size * 0.12, shadow, { opacity: 0.75 }) +
    stroke(
      [[x, y], [x, y - size * 1.05]],
      s.palette.cream,
      size * 0.06,
    ) +
    slices
  );
}

/** A wide plain sunshade on a mast, for pools and terraces. */
export function sunshade(s, x, y, size, { colour = s.palette.cream, height = 1.25 } = {}) {
  const top = y - size * height;
  const rimY = top + size * 0.3;
  const dark = s.light > 0 ? -1 : 1;
  return (
    rect(x - size * 0.025, top, size * 0.05, y - top, s.palette.wood[1]) +
    rect(x - size * 0.16, y - size * 0.05, size * 0.32, size * 0.06, s.palette.wood[2]) +
    poly(
      [[x - size * 0.8, rimY], [x, top], [x + size * 0.8, rimY]],
      colour,
    ) +
    poly(
      [[x + dark * size * 0.8, rimY], [x, top], [x + dark * size * 0.26, rimY]],
      s.shaded(colour, 0.26),
    ) +
    poly(
      [[x - dark * size * 0.3, rimY], [x, top], [x + dark * size * 0.26, rimY]],
      s.shaded(colour, 0.1),
    ) +
    rect(x - size * 0.8, rimY, size * 1.6, size * 0.07, s.shaded(colour, 0.2))
  );
}

/** A sun lounger from the side, head to the left. */
export function lounger(s, x, y, size, { colour = s.palette.cream, towel, frame = s.palette.wood[1], flip = false } = {}) {
  const d = flip ? -1 : 1;
  const X = (v) => x + d * v * size;
  const Y = (v) => y - v * size;
  const cushion = [
    [X(-0.52), Y(0.62)], [X(-0.46), Y(0.66)], [X(-0.16), Y(0.3)], [X(0.62), Y(0.28)], [X(0.62), Y(0.19)], [X(-0.2), Y(0.19)],
  ];
  const laid = towel
    ? poly(
        [[X(0.02), Y(0.3)], [X(0.3), Y(0.295)], [X(0.3), Y(0.13)], [X(0.02), Y(0.13)]],
        towel,
      )
    : "";
  return (
    ellipse(x - s.light * size * 0.08, y, size * 0.72, size * 0.07, s.palette.ink, { opacity: 0.2 }) +
    rect(Math.min(X(-0.3), X(-0.25)), Y(0.18), size * 0.05, size * 0.18, frame) +
    rect(Math.min(X(0.5), X(0.55)), Y(0.18), size * 0.05, size * 0.18, frame) +
    poly(
      [[X(-0.34), Y(0.19)], [X(0.64), Y(0.19)], [X(0.64), Y(0.13)], [X(-0.34), Y(0.13)]],
      frame,
    ) +
    poly(cushion, colour) +
    poly(
      [[X(-0.52), Y(0.62)], [X(-0.2), Y(0.19)], [X(-0.14), Y(0.19)], [X(-0.47), Y(0.63)]],
      s.shaded(colour, 0.3),
    ) +
    laid +
    poly(
      [[X(-0.48), Y(0.63)], [X(-0.42), Y(0.64)], [X(-0.32), Y(0.5)], [X(-0.38), Y(0.48)]],
      towel ?? s.palette.accent,
    )
  );
}

/** A bistro chair from the side, seat facing right. */
export function bistroChair(s, x, y, size, { colour = s.palette.sea[1], flip = false } = {}) {
  const d = flip ? -1 : 1;
  const X = (v) => x + d * v * size;
  const Y = (v) => y - v * size;
  const w = size * 0.055;
  return (
    ellipse(x, y, size * 0.36, size * 0.05, s.palette.ink, { opacity: 0.2 }) +
    stroke(
      [[X(-0.28), Y(0)], [X(-0.2), Y(0.48)], [X(-0.28), Y(1)]],
      colour,
      w,
    ) +
    stroke(
      [[X(0.28), Y(0)], [X(0.2), Y(0.48)]],
      colour,
      w,
    ) +
    stroke(
      [[X(-0.24), Y(0.24)], [X(0.24), Y(0.24)]],
      colour,
      w * 0.6,
    ) +
    stroke(
      [[X(-0.25), Y(0.86)], [X(-0.215), Y(0.62)]],
      s.lit(colour, 0.35),
      w * 1.6,
    ) +
    pill(Math.min(X(-0.26), X(0.26)), Y(0.52), size * 0.52, size * 0.08, s.lit(colour, 0.2))
  );
}

/** A bistro chair from behind. */
export function chairBack(s, x, y, size, { colour = s.palette.sea[1] } = {}) {
  const w = size * 0.05;
  const left = x - size * 0.24;
  const right = x + size * 0.24;
  return (
    ellipse(x, y, size * 0.36, size * 0.05, s.palette.ink, { opacity: 0.2 }) +
    stroke(
      [[left, y], [left, y - size]],
      colour,
      w,
    ) +
    stroke(
      [[right, y], [right, y - size]],
      colour,
      w,
    ) +
    pill(left - w, y - size * 0.52, size * 0.48 + 2 * w, size * 0.1, s.lit(colour, 0.16)) +
    repeat(3, (i) => pill(left, y - size * (0.98 - i * 0.12), size * 0.48, size * 0.075, i % 2 ? colour : s.lit(colour, 0.16)))
  );
}

/** A round table with a cloth to mid-leg, or a bare one on a foot. */
export function roundTable(s, x, y, width, height, { cloth, top = s.palette.wood[0] } = {}) {
  const tableTop = y - height;
  const thick = width * 0.11;
  if (!cloth) {
    return (
      ellipse(x, y, width * 0.34, width * 0.05, s.palette.ink, { opacity: 0.22 }) +
      rect(x - width * 0.03, tableTop, width * 0.06, height, s.palette.ink) +
      pill(x - width * 0.2, y - 8, width * 0.4, 10, s.palette.ink) +
      ellipse(x, tableTop + 6, width / 2, thick, s.shaded(top, 0.3)) +
      ellipse(x, tableTop, width / 2, thick, top)
    );
  }
  const hem = tableTop + height * 0.62;
  const side = `M${x - width / 2} ${tableTop}L${x - width * 0.46} ${hem}Q${x - width * 0.3} ${hem + thick * 1.3} ${x - width * 0.12} ${hem + thick * 0.9}Q${x} ${hem + thick * 1.5} ${x + width * 0.14} ${hem + thick * 0.9}Q${x + width * 0.32} ${hem + thick * 1.3} ${x + width * 0.46} ${hem}L${x + width / 2} ${tableTop}Z`;
  const dark = s.light > 0 ? -1 : 1;
  return (
    ellipse(x, y, width * 0.42, width * 0.06, s.palette.ink, { opacity: 0.22 }) +
    rect(x - width * 0.3, hem, width * 0.03, y - hem, s.palette.wood[2]) +
    rect(x + width * 0.27, hem, width * 0.03, y - hem, s.palette.wood[2]) +
    path(side, s.shaded(cloth, 0.12)) +
    poly(
      [
        [x + (dark * width) / 2, tableTop], [x + dark * width * 0.2, tableTop], [x + dark * width * 0.16, hem + thick],
        [x + dark * width * 0.46, hem],
      ],
      s.shaded(cloth, 0.3),
      { opacity: 0.8 },
    ) +
    ellipse(x, tableTop, width / 2, thick, cloth)
  );
}

/** A tent with an open door; `kind` is "ridge" or "bell". */
export function tent(s, x, y, width, height, { kind = "bell", colour = s.palette.cream, glow = s.palette.night } = {}) {
  const inside = glow ? s.palette.windowLit : s.palette.ink;
  const half = width / 2;
  const dark = s.light > 0 ? -1 : 1;
  const shadow = ellipse(x, y, half * 1.12, height * 0.06, s.palette.ink, { opacity: 0.25 });
  if (kind === "ridge") {
    const back = x + half * 0.7;
    return (
      shadow +
      poly(
        [
          [x - half * 0.3, y - height], [back, y - height * 0.94], [x + half * 1.25, y - height * 0.08], [x + half * 0.3, y],
        ],
        s.shaded(colour, s.light > 0 ? 0 : 0.28),
      ) +
      poly(
        [[x - half * 0.3, y - height], [x + half * 0.3, y], [x - half, y]],
        s.shaded(colour, s.light > 0 ? 0.24 : 0),
      ) +
      poly(
        [[x - half * 0.3, y - height * 0.84], [x - half * 0.02, y], [x - half * 0.62, y]],
        inside,
      ) +
      poly(
        [
          [x - half * 0.3, y - height * 0.84], [x - half * 0.02, y], [x - half * 0.24, y - height * 0.04],
        ],
        s.lit(colour, 0.3),
      )
    );
  }
  const wall = height * 0.26;
  return (
    shadow +
    path(
      `M${x} ${y - height}Q${x - half * 0.3} ${y - height * 0.52} ${x - half} ${y - wall}L${x - half * 0.94} ${y}H${x + half * 0.94}L${x + half} ${y - wall}Q${x + half * 0.3} ${y - height * 0.52} ${x} ${y - height}Z`,
      colour,
    ) +
    path(
      `M${x} ${y - height}Q${x + dark * half * 0.3} ${y - height * 0.52} ${x + dark * half} ${y - wall}L${x + dark * half * 0.94} ${y}H${x + dark * half * 0.42}Q${x + dark * half * 0.34} ${y - height * 0.4} ${x} ${y - height}Z`,
      s.shaded(colour, 0.28),
    ) +
    stroke(
      [[x - half, y - wall], [x + half, y - wall]],
      s.shaded(colour, 0.4),
      2,
      { opacity: 0.5 },
    ) +
    path(
      `M${x} ${y - height * 0.62}Q${x - half * 0.2} ${y - height * 0.3} ${x - half * 0.26} ${y}H${x + half * 0.26}Q${x + half * 0.2} ${y - height * 0.3} ${x} ${y - height * 0.62}Z`,
      inside,
    ) +
    path(
      `M${x} ${y - height * 0.62}Q${x - half * 0.2} ${y - height * 0.3} ${x - half * 0.26} ${y}H${x - half * 0.4}Q${x - half * 0.16} ${y - height * 0.34} ${x} ${y - height * 0.62}Z`,
      s.lit(colour, 0.4),
    ) +
    stroke(
      [[x - half, y - wall], [x - half * 1.4, y + 4]],
      s.palette.cream,
      1.6,
      { opacity: 0.6 },
    ) +
    stroke(
      [[x + half, y - wall], [x + half * 1.4, y + 4]],
      s.palette.cream,
      1.6,
      { opacity: 0.6 },
    )
  );
}
