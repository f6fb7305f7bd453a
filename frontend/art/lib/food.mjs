// Fish, lemons, tomatoes and herbs on a plate.
import { mix } from "./palette.mjs";
import { circle, path, repeat, stroke, group, ellipse } from "./svg.mjs";

/** Half a lemon; `flat` is the ratio of the ellipse. */
export const lemonHalf = (s, x, y, radius, flat = 0.7) =>
  ellipse(x, y + radius * 0.2, radius * 1.05, radius * flat, s.palette.ink, { opacity: 0.16 }) +
  ellipse(x, y + radius * 0.1, radius, radius * flat, "#e3ab2f") +
  ellipse(x, y, radius, radius * flat, "#f6c945") +
  ellipse(x, y, radius * 0.86, radius * flat * 0.86, s.palette.cream) +
  repeat(8, (i) => {
    const [a, b] = [(i * Math.PI) / 4, (i * Math.PI) / 4 + 0.66];
    const r = radius * 0.78;
    return path(
      `M${x} ${y}L${x + Math.cos(a) * r} ${y + Math.sin(a) * r * flat}L${x + Math.cos(b) * r} ${y + Math.sin(b) * r * flat}Z`,
      "#f8d667",
    );
  });

/** A sprig of leaves. */
export const sprig = (s, x, y, turn, size = 1) =>
  group(
    stroke("M0 0Q70 -16 150 0", s.palette.veg[2], 5) +
      repeat(8, (i) =>
        ellipse(14 + i * 18, i % 2 ? 13 : -17, 17, 7, s.palette.veg[i % 3], {
          transform: `rotate(${i % 2 ? 42 : -42} ${14 + i * 18} 0)`,
        }),
      ),
    { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
  );

/** A small tomato. */
export const tomato = (s, x, y, r) =>
  ellipse(x, y + r * 0.8, r * 0.95, r * 0.24, s.palette.ink, { opacity: 0.16 }) +
  circle(x, y, r, "#e2452f") +
  circle(x + s.light * r * 0.25, y - r * 0.3, r * 0.42, "#f2755c") +
  repeat(5, (i) =>
    path(
      `M${x} ${y - r * 0.78}L${x + Math.cos(i * 1.26) * r * 0.5} ${y - r * 0.78 + Math.sin(i * 1.26) * r * 0.26}L${x + Math.cos(i * 1.26 + 0.5) * r * 0.18} ${y - r * 0.72}Z`,
      s.palette.veg[1],
    ),
  );

/** A whole fish, head to the right. */
export function fish(s, x, y, size, turn) {
  const [skin, belly] = [mix(s.palette.ridges[2], s.palette.cream, 0.15), mix(s.palette.cream, s.palette.ridges[0], 0.4)];
  const body = "M-100 0Q-60 -44 10 -42Q70 -38 98 -6Q70 34 10 36Q-60 38 -100 0Z";
  return group(
    ellipse(0, 20, 130, 30, s.palette.ink, { opacity: 0.18 }) +
      path("M-92 0L-142 -40Q-128 0 -142 38Z", skin) +
      path("M-30 -40Q10 -70 46 -38Z", skin) +
      path("M-10 34Q10 58 34 32Z", skin) +
      path(body, skin) +
      s.clip(
        body,
        path("M-100 6Q0 24 100 0V60H-100Z", belly) +
          repeat(5, (i) => stroke(`M${-56 + i * 24} -46L${-70 + i * 24} 44`, s.palette.ink, 5, { opacity: 0.4 })),
      ) +
      stroke("M58 -34Q42 0 56 30", s.palette.ink, 3, { opacity: 0.5 }) +
      circle(76, -12, 7, s.palette.cream) +
      circle(76, -12, 4, s.palette.ink),
    { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
  );
}
