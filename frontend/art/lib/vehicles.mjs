// Cars, taxis, luggage and aeroplanes, seen from the side.
import { circle, ellipse, path, pill, rect, repeat, stroke } from "./svg.mjs";

function wheel(s, x, y, radius) {
  return (
    circle(x, y, radius, s.palette.ink) +
    circle(x, y, radius * 0.58, s.shaded(s.palette.foam, 0.3)) +
    circle(x, y, radius * 0.44, s.shaded(s.palette.foam, 0.12)) +
    circle(x, y, radius * 0.12, s.palette.ink)
  );
}

/** A rounded little car heading right; `y` is the road. */
export function smallCar(s, x, y, length, { colour = s.palette.accent, roof = s.palette.cream, open = false, luggage = false } = {}) {
  const L = length;
  const X = (v) => x + v * L;
  const Y = (v) => y - v * L;
  const body = `M${X(-0.5)} ${Y(0.1)}Q${X(-0.52)} ${Y(0.26)} ${X(-0.44)} ${Y(0.28)}Q${X(-0.36)} ${Y(0.3)} ${X(-0.3)} ${Y(0.3)}H${X(0.2)}Q${X(0.38)} ${Y(0.3)} ${X(0.46)} ${Y(0.24)}Q${X(0.52)} ${Y(0.18)} ${X(0.5)} ${Y(0.1)}Z`;
  const cabin = `M${X(-0.34)} ${Y(0.29)}Q${X(-0.3)} ${Y(0.44)} ${X(-0.2)} ${Y(0.46)}H${X(0.04)}Q${X(0.12)} ${Y(0.45)} ${X(0.22)} ${Y(0.29)}Z`;
  const glassTone = s.lit(s.palette.window, s.palette.night ? 0.05 : 0.2);
  const closed =
    path(cabin, roof) +
    path(`M${X(-0.3)} ${Y(0.295)}Q${X(-0.27)} ${Y(0.41)} ${X(-0.19)} ${Y(0.425)}H${X(-0.07)}V${Y(0.295)}Z`, glassTone) +
    path(`M${X(-0.045)} ${Y(0.295)}V${Y(0.425)}H${X(0.03)}Q${X(0.09)} ${Y(0.42)} ${X(0.17)} ${Y(0.295)}Z`, glassTone) +
    path(`M${X(-0.02)} ${Y(0.295)}L${X(0.04)} ${Y(0.42)}L${X(0.07)} ${Y(0.41)}L${X(0.03)} ${Y(0.295)}Z`, s.palette.cream, {
      opacity: 0.25,
    });
  const opened =
    stroke(
      [[X(0.2), Y(0.29)], [X(0.1), Y(0.44)]],
      s.palette.ink,
      L * 0.016,
    ) +
    path(`M${X(0.2)} ${Y(0.29)}L${X(0.1)} ${Y(0.44)}L${X(0.08)} ${Y(0.29)}Z`, s.palette.sea[3], { opacity: 0.45 }) +
    pill(X(-0.2), Y(0.37), L * 0.07, L * 0.1, s.palette.wood[2]) +
    pill(X(-0.04), Y(0.37), L * 0.07, L * 0.1, s.palette.wood[2]) +
    pill(X(-0.42), Y(0.335), L * 0.14, L * 0.05, roof);
  const trunk = luggage
    ? rect(X(-0.25), Y(0.475), L * 0.32, L * 0.012, s.palette.ink) +
      rect(X(-0.22), Y(0.56), L * 0.15, L * 0.085, s.palette.wood[1], { rx: 4 }) +
      rect(X(-0.05), Y(0.535), L * 0.11, L * 0.06, s.palette.sea[1], { rx: 4 }) +
      rect(X(-0.18), Y(0.56), L * 0.016, L * 0.085, s.palette.wood[2])
    : "";
  return (
    ellipse(x, y + L * 0.005, L * 0.56, L * 0.035, s.palette.ink, { opacity: 0.32 }) +
    (open ? opened : closed) +
    trunk +
    path(body, colour) +
    path(
      `M${X(-0.5)} ${Y(0.1)}Q${X(-0.51)} ${Y(0.15)} ${X(-0.505)} ${Y(0.17)}H${X(0.505)}Q${X(0.515)} ${Y(0.14)} ${X(0.5)} ${Y(0.1)}Z`,
      s.shaded(colour, 0.32),
    ) +
    path(
      `M${X(-0.42)} ${Y(0.275)}Q${X(0)} ${Y(0.29)} ${X(0.36)} ${Y(0.262)}V${Y(0.25)}Q${X(0)} ${Y(0.275)} ${X(-0.42)} ${Y(0.262)}Z`,
      s.lit(colour, 0.45),
    ) +
    stroke(
      [[X(-0.06), Y(0.285)], [X(-0.07), Y(0.12)]],
      s.palette.ink,
      2,
      { opacity: 0.4 },
    ) +
    pill(X(-0.13), Y(0.24), L * 0.045, L * 0.012, s.palette.foam) +
    ellipse(X(0.47), Y(0.2), L * 0.022, L * 0.032, s.palette.glow) +
    rect(X(-0.505), Y(0.23), L * 0.02, L * 0.045, s.shaded(s.palette.accent, 0.3)) +
    pill(X(0.42), Y(0.12), L * 0.1, L * 0.028, s.palette.foam) +
    pill(X(-0.53), Y(0.12), L * 0.1, L * 0.028, s.palette.foam) +
    path(`M${X(-0.42)} ${Y(0.1)}A${L * 0.1} ${L * 0.1} 0 0 1 ${X(-0.22)} ${Y(0.1)}Z`, s.palette.ink) +
    path(`M${X(0.2)} ${Y(0.1)}A${L * 0.1} ${L * 0.1} 0 0 1 ${X(0.4)} ${Y(0.1)}Z`, s.palette.ink) +
    wheel(s, X(-0.32), Y(0.08), L * 0.082) +
    wheel(s, X(0.3), Y(0.08), L * 0.082)
  );
}

/** A saloon with a roof sign, heading right. */
export function taxi(s, x, y, length, { colour = s.palette.cream, sign = s.palette.accent } = {}) {
  const L = length;
  const X = (v) => x + v * L;
  const Y = (v) => y - v * L;
  const body = `M${X(-0.5)} ${Y(0.08)}Q${X(-0.52)} ${Y(0.2)} ${X(-0.47)} ${Y(0.215)}L${X(-0.33)} ${Y(0.235)}H${X(0.22)}L${X(0.42)} ${Y(0.2)}Q${X(0.51)} ${Y(0.18)} ${X(0.5)} ${Y(0.08)}Z`;
  const cabin = `M${X(-0.35)} ${Y(0.23)}Q${X(-0.26)} ${Y(0.345)} ${X(-0.18)} ${Y(0.35)}H${X(0.06)}Q${X(0.12)} ${Y(0.345)} ${X(0.25)} ${Y(0.225)}Z`;
  const glassTone = s.lit(s.palette.window, s.palette.night ? 0.05 : 0.15);
  return (
    ellipse(x, y, L * 0.56, L * 0.03, s.palette.ink, { opacity: 0.32 }) +
    rect(X(-0.1), Y(0.385), L * 0.1, L * 0.038, sign, { rx: 4 }) +
    rect(X(-0.085), Y(0.376), L * 0.07, L * 0.02, s.palette.night ? s.palette.windowLit : s.palette.foam, { rx: 3 }) +
    path(cabin, colour) +
    path(`M${X(-0.3)} ${Y(0.235)}Q${X(-0.23)} ${Y(0.325)} ${X(-0.17)} ${Y(0.33)}H${X(-0.08)}V${Y(0.235)}Z`, glassTone) +
    path(`M${X(-0.06)} ${Y(0.235)}V${Y(0.33)}H${X(0.05)}Q${X(0.1)} ${Y(0.322)} ${X(0.2)} ${Y(0.235)}Z`, glassTone) +
    path(`M${X(0.0)} ${Y(0.235)}L${X(0.06)} ${Y(0.33)}L${X(0.09)} ${Y(0.32)}L${X(0.05)} ${Y(0.235)}Z`, s.palette.cream, {
      opacity: 0.25,
    }) +
    path(body, colour) +
    path(`M${X(-0.505)} ${Y(0.14)}H${X(0.495)}Q${X(0.505)} ${Y(0.12)} ${X(0.5)} ${Y(0.08)}H${X(-0.5)}Z`, s.shaded(colour, 0.25)) +
    rect(X(-0.47), Y(0.172), L * 0.94, L * 0.016, sign) +
    stroke(
      [[X(-0.07), Y(0.23)], [X(-0.075), Y(0.1)]],
      s.palette.ink,
      2,
      { opacity: 0.35 },
    ) +
    pill(X(-0.15), Y(0.205), L * 0.045, L * 0.011, s.shaded(s.palette.foam, 0.4)) +
    pill(X(0.06), Y(0.205), L * 0.045, L * 0.011, s.shaded(s.palette.foam, 0.4)) +
    path(`M${X(0.43)} ${Y(0.19)}Q${X(0.49)} ${Y(0.18)} ${X(0.495)} ${Y(0.15)}H${X(0.45)}Z`, s.palette.glow) +
    rect(X(-0.505), Y(0.195), L * 0.025, L * 0.04, s.palette.accent) +
    path(`M${X(-0.4)} ${Y(0.08)}A${L * 0.088} ${L * 0.088} 0 0 1 ${X(-0.224)} ${Y(0.08)}Z`, s.palette.ink) +
    path(`M${X(0.24)} ${Y(0.08)}A${L * 0.088} ${L * 0.088} 0 0 1 ${X(0.416)} ${Y(0.08)}Z`, s.palette.ink) +
    wheel(s, X(-0.312), Y(0.07), L * 0.072) +
    wheel(s, X(0.328), Y(0.07), L * 0.072)
  );
}

/** A suitcase standing up. */
export function suitcase(s, x, y, size, colour = s.palette.sea[1]) {
  return (
    ellipse(x, y, size * 0.34, size * 0.05, s.palette.ink, { opacity: 0.24 }) +
    stroke(
      `M${x - size * 0.12} ${y - size * 0.9}V${y - size * 1.2}H${x + size * 0.12}V${y - size * 0.9}`,
      s.palette.ink,
      size * 0.035,
    ) +
    rect(x - size * 0.3, y - size * 0.95, size * 0.6, size * 0.9, colour, { rx: size * 0.07 }) +
    rect(s.light > 0 ? x - size * 0.3 : x + size * 0.12, y - size * 0.95, size * 0.18, size * 0.9, s.palette.shade, {
      opacity: 0.24,
      rx: size * 0.06,
    }) +
    repeat(3, (i) => rect(x - size * 0.2 + i * size * 0.18, y - size * 0.88, size * 0.03, size * 0.76, s.lit(colour, 0.25))) +
    circle(x - size * 0.2, y - size * 0.02, size * 0.05, s.palette.ink) +
    circle(x + size * 0.2, y - size * 0.02, size * 0.05, s.palette.ink)
  );
}

/** A small airliner in flight, nose to the right. */
export function plane(s, x, y, size, turn = -8) {
  const white = s.palette.cream;
  return (
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size / 100})">` +
    path("M-50 0Q-46 -7 -34 -7H30Q46 -6 52 1Q46 6 30 6H-34Q-46 6 -50 0Z", white) +
    path("M-50 0Q-46 6 -34 6H30Q46 6 52 1Z", s.shaded(white, 0.25)) +
    path("M-46 -4L-58 -24H-48L-32 -6Z", s.palette.accent) +
    path("M-6 3L-30 22H-20L14 4Z", s.shaded(white, 0.4)) +
    path("M2 -6L-14 -18H-8L16 -6Z", s.shaded(white, 0.15)) +
    path("M40 -4Q46 -3 48 -1H40Z", s.palette.window) +
    repeat(12, (i) => rect(-30 + i * 5.4, -3, 2.4, 2.6, s.palette.window)) +
    "</g>"
  );
}
