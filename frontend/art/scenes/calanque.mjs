// Red granite coves of Piana: from the beach, from the water, from the corniche above.
import { boulder, fallingRight, headland, headlandInSea, island, risingRight } from "../lib/rock.mjs";
import { foreground, frameFoliage, pine } from "../lib/plants.mjs";
import { groundShadow } from "../lib/terrace.mjs";
import { moored, sail } from "../lib/boats.mjs";
import { parasol } from "../lib/outdoor.mjs";
import { clouds, ranges, sky, sun } from "../lib/sky.mjs";
import { beach, glitter, ripples, sea, shallows } from "../lib/water.mjs";
import { ellipse, path, rect, repeat } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const pinesAlong = (s, count, [x, y], [dx, dy], height, light, fade = 0) =>
  repeat(count, (i) => pine(s, x + dx * i + s.random.range(-12, 12), y + dy * i, height * s.random.range(0.8, 1.15), { light, fade }));

/** The cove seen from its beach, parasols in perspective, a pine framing the left. */
function fromTheBeach(s) {
  const horizon = 440;
  const sunX = 740;
  const waterEdge = [[-20, 880], [240, 830], [540, 818], [840, 770], [1110, 690], [1320, 635], [1520, 612]];
  const parasols = [
    [930, 850, 1], [1050, 828, 0.92], [1165, 795, 0.82], [1262, 755, 0.72], [1345, 722, 0.62], [1075, 915, 1.2],
    [1225, 870, 1.08],
  ];
  const framePine = pine(s, 55, 1020, 1100, { foliage: frameFoliage(s), trunk: mix(s.palette.ink, s.palette.rock[3], 0.3), lean: 0.05 });
  return (
    sky(s, horizon) +
    sun(s, sunX, 205, 76) +
    clouds(s, 4, 70, 180) +
    ranges(s, horizon) +
    sea(s, horizon, { shallow: true }) +
    glitter(s, sunX, horizon, 780) +
    headlandInSea(s, { x0: 900, x1: 1230, base: 470, height: 150, light: -1, fade: 0.5, envelope: island, count: 11 }) +
    headlandInSea(s, {
      x0: -90,
      x1: 540,
      base: 552,
      height: 400,
      light: 1,
      fade: 0.16,
      envelope: fallingRight,
      count: 15,
      between: pinesAlong(s, 4, [60, 460], [82, 16], 100, 1, 0.12),
    }) +
    sail(s, 712, 508, 60, 0.95) +
    sail(s, 860, 474, 30, 0.85) +
    shallows(s, waterEdge) +
    headland(s, {
      x0: 1050,
      x1: 1605,
      base: 628,
      height: 470,
      light: -1,
      envelope: risingRight,
      count: 13,
      jag: 0.22,
      between: pinesAlong(s, 3, [1290, 500], [90, -42], 125, -1),
    }) +
    beach(s, waterEdge) +
    parasols
      .map(([x, y, size]) => parasol(s, x, y, 54 * size, { colour: s.random.pick([s.palette.accent, s.palette.accent, s.palette.sea[1]]) }))
      .join("") +
    framePine +
    foreground(s, { agaves: false })
  );
}

/** From a boat at sunset: towers on both sides, a gap of light between them. */
function fromTheWater(s) {
  const horizon = 560;
  const sunX = 760;
  return (
    sky(s, horizon) +
    sun(s, sunX, 350, 88) +
    clouds(s, 4, 80, 260) +
    ranges(s, horizon, { heights: [0.1, 0.06, 0.03] }) +
    sea(s, horizon) +
    glitter(s, sunX, horizon, 990) +
    headlandInSea(s, {
      x0: 560,
      x1: 1010,
      base: 582,
      height: 120,
      light: 1,
      fade: 0.55,
      envelope: (t) => 0.9 - 0.8 * Math.sin(Math.PI * t),
      count: 14,
    }) +
    headlandInSea(s, {
      x0: -160,
      x1: 520,
      base: 650,
      height: 640,
      light: 1,
      fade: 0.1,
      envelope: fallingRight,
      count: 13,
      between: pinesAlong(s, 5, [30, 500], [95, 32], 110, 1),
    }) +
    headlandInSea(s, {
      x0: 930,
      x1: 1700,
      base: 690,
      height: 720,
      light: -1,
      envelope: risingRight,
      count: 13,
      between: pinesAlong(s, 4, [1130, 560], [100, -40], 130, -1),
    }) +
    sail(s, 700, 640, 90) +
    ripples(s, [480, 1000], [700, 990], 26, s.palette.glow, 0.5, 130) +
    boulder(s, 150, 990, 420, 150, [s.palette.rock[1], s.palette.rock[2], s.palette.rock[3], s.palette.ink]) +
    boulder(s, 420, 1010, 240, 90, [s.palette.rock[1], s.palette.rock[2], s.palette.rock[3], s.palette.ink])
  );
}

/** From the corniche at dawn: a turquoise creek far below, moored boats, pines on the edge. */
function fromAbove(s) {
  const horizon = 250;
  const waterLight = s.gradient([
    [0, s.palette.sea[1], 0],
    [0.4, s.palette.pool[2], 0.55],
    [0.7, s.palette.pool[1], 0.9],
    [1, s.palette.pool[0], 0.95],
  ]);
  const yacht = (x, y, size) => groundShadow(s, x + 10, y + size * 0.5, size * 0.6, size * 0.14, 0.2) + moored(s, x, y, size);
  return (
    sky(s, horizon) +
    sun(s, 1130, 120, 56) +
    clouds(s, 4, 50, 130) +
    ranges(s, horizon, { heights: [0.13, 0.08, 0.035] }) +
    sea(s, horizon) +
    glitter(s, 1130, horizon, 640) +
    rect(0, 420, s.width, 580, waterLight) +
    headlandInSea(s, { x0: 250, x1: 620, base: 420, height: 150, light: 1, fade: 0.4, envelope: island, count: 12 }) +
    headlandInSea(s, {
      x0: -150,
      x1: 560,
      base: 640,
      height: 430,
      light: 1,
      fade: 0.14,
      envelope: fallingRight,
      count: 13,
      between: pinesAlong(s, 4, [60, 520], [100, 22], 105, 1),
    }) +
    headlandInSea(s, {
      x0: 900,
      x1: 1650,
      base: 700,
      height: 420,
      light: 1,
      fade: 0.06,
      envelope: risingRight,
      count: 13,
      between: pinesAlong(s, 4, [1110, 620], [100, -38], 115, 1),
    }) +
    path("M430 1010Q620 900 760 908T1120 1010Z", s.palette.sand[1]) +
    path("M470 1010Q630 926 760 930T1080 1010Z", s.palette.sand[0]) +
    path("M428 1004Q620 890 760 898T1124 1004", "none", { stroke: s.palette.foam, "stroke-width": 7, opacity: 0.85 }) +
    yacht(700, 700, 74) +
    yacht(850, 640, 52) +
    yacht(790, 800, 96) +
    ripples(s, [480, 1060], [600, 880], 34, s.palette.foam, 0.4, 70) +
    headland(s, { x0: -160, x1: 560, base: 1090, height: 380, light: 1, envelope: fallingRight, count: 10 }) +
    headland(s, { x0: 1000, x1: 1680, base: 1100, height: 430, light: 1, envelope: risingRight, count: 10 }) +
    ellipse(1290, 905, 90, 10, s.palette.ink, { opacity: 0.2 }) +
    pine(s, 1300, 960, 520, { foliage: frameFoliage(s), lean: -0.12 }) +
    pine(s, 120, 1010, 430, { foliage: frameFoliage(s), lean: 0.1 })
  );
}

export const compositions = [
  { seed: 7, palette: "noon", light: 1, draw: fromTheBeach },
  { seed: 21, palette: "sunset", light: 1, draw: fromTheWater },
  { seed: 5, palette: "dawn", light: 1, draw: fromAbove },
];
