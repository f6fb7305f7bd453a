// Seminar rooms with a view: the board table, rows before the screen at sunset, a workshop under the pines.
import { beams, curtain, lightPatch, opening, pendant, room } from "../lib/interior.mjs";
import { armchair } from "../lib/furniture.mjs";
import { bush, cypress, frameFoliage, pine, potted } from "../lib/plants.mjs";
import { bouquet, cup, glass } from "../lib/tableware.mjs";
import { headlandInSea, island, risingRight } from "../lib/rock.mjs";
import { groundShadow, garland } from "../lib/terrace.mjs";
import { sail } from "../lib/boats.mjs";
import { clouds, ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, sea } from "../lib/water.mjs";
import { circle, ellipse, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** An office chair from behind. */
const officeChair = (s, x, y, size, colour) =>
  ellipse(x, y, size * 0.4, size * 0.05, s.palette.ink, { opacity: 0.24 }) +
  repeat(2, (i) =>
    stroke(
      [[x, y - size * 0.1], [x + (i ? 1 : -1) * size * 0.32, y - 4]],
      s.palette.ink,
      size * 0.05,
    ),
  ) +
  rect(x - size * 0.03, y - size * 0.4, size * 0.06, size * 0.36, s.palette.ink) +
  pill(x - size * 0.36, y - size * 0.48, size * 0.72, size * 0.12, s.shaded(colour, 0.2)) +
  rect(x - size * 0.3, y - size, size * 0.6, size * 0.5, colour, { rx: size * 0.12 }) +
  rect(s.light > 0 ? x - size * 0.3 : x + size * 0.1, y - size, size * 0.2, size * 0.5, s.palette.shade, {
    rx: size * 0.1,
    opacity: 0.2,
  });
const laptop = (s, x, y, size) =>
  poly(
    [
      [x - size * 0.5, y], [x + size * 0.5, y], [x + size * 0.44, y - size * 0.1], [x - size * 0.44, y - size * 0.1],
    ],
    s.shaded(s.palette.foam, 0.25),
  ) +
  rect(x - size * 0.44, y - size * 0.64, size * 0.88, size * 0.54, s.palette.ink, { rx: 6 }) +
  rect(x - size * 0.4, y - size * 0.6, size * 0.8, size * 0.46, s.palette.sea[2]);
const sheet = (s, x, y, w) =>
  poly(
    [[x, y], [x + w, y], [x + w * 1.1, y + w * 0.24], [x - w * 0.06, y + w * 0.24]],
    s.palette.foam,
  ) + repeat(3, (i) => rect(x + 8, y + 6 + i * w * 0.06, w * 0.7, 3, s.palette.ridges[1]));

function boardTable(s) {
  const line = 640;
  const horizon = 400;
  const view =
    sky(s, horizon) +
    sun(s, 620, 220, 60) +
    clouds(s, 4, 90, 170) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.06] }) +
    sea(s, horizon) +
    glitter(s, 620, horizon, 600) +
    headlandInSea(s, { x0: 900, x1: 1420, base: 480, height: 260, light: -1, fade: 0.16, envelope: risingRight, count: 12 }) +
    sail(s, 720, 460, 54) +
    sail(s, 380, 440, 34) +
    pine(s, 260, 660, 320) +
    bush(s, 700, 660, 900, 40);
  return (
    room(s, { line, floor: "planks", wall: mix(s.palette.cream, s.palette.lime[1], 0.4) }) +
    opening(s, 120, 110, 1260, line - 140, view, { panes: 4, thick: 12 }) +
    rect(90, line - 34, 1320, 18, s.palette.wood[0]) +
    lightPatch(
      s,
      [[140, 644], [1360, 644], [1460, 1000], [40, 1000]],
      0.3,
    ) +
    pendant(s, 480, 150, 120) +
    pendant(s, 750, 150, 120) +
    pendant(s, 1020, 150, 120) +
    repeat(4, (i) => officeChair(s, 420 + i * 220, 790, 200, s.palette.sea[1])) +
    groundShadow(s, 750, 960, 620, 34) +
    poly(
      [[300, 730], [1200, 730], [1360, 850], [140, 850]],
      s.palette.wood[0],
    ) +
    poly(
      [[760, 730], [980, 730], [1020, 850], [720, 850]],
      s.palette.glow,
      { opacity: 0.2 },
    ) +
    poly(
      [[140, 850], [1360, 850], [1360, 872], [140, 872]],
      s.palette.wood[2],
    ) +
    rect(360, 872, 40, 90, s.palette.wood[2]) +
    rect(1100, 872, 40, 90, s.palette.wood[2]) +
    laptop(s, 420, 790, 110) +
    laptop(s, 1080, 790, 110) +
    sheet(s, 560, 780, 90) +
    sheet(s, 850, 780, 90) +
    cup(s, 690, 826, 46) +
    cup(s, 940, 828, 46, { flip: true }) +
    glass(s, 320, 824, 60, {}) +
    bouquet(s, 760, 770, 110) +
    repeat(3, (i) => officeChair(s, 400 + i * 350, 1010, 280, s.palette.accent)) +
    potted(s, 70, 880, 220, { kind: "olive", clay: s.palette.cream }) +
    potted(s, 1440, 880, 220, { kind: "olive", clay: s.palette.cream })
  );
}

function beforeTheScreen(s) {
  const line = 640;
  const horizon = 430;
  const view =
    sky(s, horizon) +
    sun(s, 1240, 260, 62) +
    ranges(s, horizon, { heights: [0.12, 0.08, 0.04] }) +
    sea(s, horizon) +
    glitter(s, 1240, horizon, 600) +
    headlandInSea(s, { x0: 1020, x1: 1190, base: 470, height: 110, light: 1, fade: 0.3, envelope: island, count: 8 }) +
    sail(s, 1330, 490, 50);
  const chart =
    rect(250, 130, 560, 330, s.palette.ink) +
    rect(262, 142, 536, 306, s.palette.foam) +
    circle(420, 300, 84, s.palette.sea[2]) +
    path("M420 300L420 216A84 84 0 0 1 500 326Z", s.palette.accent) +
    path("M420 300L500 326A84 84 0 0 1 440 382Z", s.palette.glow) +
    repeat(5, (i) =>
      rect(570 + i * 40, 390 - [70, 110, 90, 150, 180][i], 26, [70, 110, 90, 150, 180][i], i === 4 ? s.palette.accent : s.palette.sea[1]),
    ) +
    rect(290, 166, 220, 14, s.palette.ink) +
    circle(
      530,
      300,
      420,
      s.radial([[0, s.palette.glow, 0.3], [1, s.palette.glow, 0]]),
    );
  const row = (y, size, count, x0, step) =>
    repeat(count, (i) => officeChair(s, x0 + i * step, y, size, i % 2 ? s.palette.accent : s.palette.sea[1]));
  return (
    room(s, { line, floor: "planks", wall: mix(s.palette.walls[0], s.palette.shade, 0.12) }) +
    beams(s, 7, 40) +
    chart +
    opening(s, 980, 130, 460, line - 150, view, { panes: 2, thick: 12, frame: s.palette.wood[1] }) +
    curtain(s, 920, 110, 100, 530, { colour: s.palette.rock[1], gather: 0.05 }) +
    curtain(s, 1410, 110, 100, 530, { colour: s.palette.rock[1], gather: 0.95 }) +
    lightPatch(
      s,
      [[1000, 644], [1420, 644], [1300, 1000], [560, 1000]],
      0.3,
    ) +
    rect(120, 470, 90, 170, s.palette.wood[1]) +
    rect(108, 456, 114, 18, s.palette.wood[0]) +
    rect(120, 470, 26, 170, s.palette.shade, { opacity: 0.25 }) +
    glass(s, 190, 456, 44, {}) +
    potted(s, 60, 680, 140, { kind: "olive", clay: s.palette.cream }) +
    bouquet(s, 880, 610, 110) +
    rect(820, 610, 120, 12, s.palette.wood[0]) +
    rect(834, 622, 8, 60, s.palette.wood[2]) +
    rect(916, 622, 8, 60, s.palette.wood[2]) +
    row(760, 150, 6, 330, 160) +
    row(870, 190, 6, 250, 200) +
    row(1020, 250, 6, 140, 250)
  );
}

/** A long table outside at dawn, flip chart and chairs in the shade of the pines. */
function underThePines(s) {
  const horizon = 400;
  const ground = 620;
  const chair = (x, y, size, colour) =>
    ellipse(x, y, size * 0.34, size * 0.05, s.palette.ink, { opacity: 0.2 }) +
    stroke(
      [[x - size * 0.24, y], [x - size * 0.22, y - size * 0.95]],
      s.palette.wood[2],
      size * 0.05,
    ) +
    stroke(
      [[x + size * 0.24, y], [x + size * 0.22, y - size * 0.95]],
      s.palette.wood[2],
      size * 0.05,
    ) +
    rect(x - size * 0.25, y - size * 0.98, size * 0.5, size * 0.34, colour, { rx: 8 }) +
    rect(x - size * 0.27, y - size * 0.5, size * 0.54, size * 0.1, s.shaded(colour, 0.2), { rx: 6 });
  const flipChart =
    stroke(
      [[1170, 800], [1230, 430]],
      s.palette.wood[2],
      12,
    ) +
    stroke(
      [[1370, 800], [1310, 430]],
      s.palette.wood[2],
      12,
    ) +
    rect(1160, 440, 220, 280, s.palette.foam) +
    rect(1160, 432, 220, 18, s.palette.wood[1]) +
    stroke("M1190 660Q1230 560 1270 600T1350 500", s.palette.accent, 8) +
    circle(1350, 500, 11, s.palette.accent) +
    repeat(3, (i) => rect(1190, 478 + i * 22, 70 - i * 14, 7, s.palette.sea[1]));
  return (
    sky(s, horizon) +
    sun(s, 520, 200, 62) +
    clouds(s, 4, 60, 170) +
    ranges(s, horizon, { heights: [0.22, 0.15, 0.07] }) +
    sea(s, horizon, { bottom: ground }) +
    glitter(s, 520, horizon, ground - 20) +
    headlandInSea(s, { x0: 760, x1: 1060, base: 460, height: 160, light: -1, fade: 0.3, envelope: island, count: 11 }) +
    sail(s, 660, 470, 50) +
    bush(s, 200, ground + 8, 500, 60) +
    bush(s, 1300, ground + 8, 500, 70) +
    cypress(s, 1450, ground + 20, 300) +
    rect(0, ground, s.width, 400, s.palette.grass[1]) +
    path("M-20 640Q500 610 1520 650V760Q800 690 -20 740Z", s.palette.grass[0]) +
    poly(
      [[120, 760], [1380, 760], [1560, 1020], [-60, 1020]],
      s.palette.wood[0],
    ) +
    repeat(15, (i) =>
      stroke(
        [[120 + i * 90, 760], [-60 + i * 116, 1020]],
        s.palette.wood[2],
        2.5,
        { opacity: 0.4 },
      ),
    ) +
    pine(s, 330, 700, 520) +
    pine(s, 1080, 690, 480, { lean: 0.08 }) +
    flipChart +
    repeat(4, (i) => chair(380 + i * 180, 830, 170, s.palette.sea[1])) +
    groundShadow(s, 640, 950, 440, 22) +
    poly(
      [[280, 800], [1000, 800], [1060, 860], [220, 860]],
      s.palette.cream,
    ) +
    rect(220, 860, 840, 18, s.shaded(s.palette.cream, 0.3)) +
    rect(280, 878, 20, 76, s.palette.wood[2]) +
    rect(980, 878, 20, 76, s.palette.wood[2]) +
    laptop(s, 420, 836, 90) +
    laptop(s, 860, 836, 90) +
    sheet(s, 540, 816, 80) +
    cup(s, 700, 846, 40) +
    bouquet(s, 640, 816, 100) +
    glass(s, 770, 846, 54, { drink: "#f5a63d" }) +
    repeat(3, (i) => chair(360 + i * 270, 1000, 230, s.palette.accent)) +
    armchair(s, 1330, 950, 200, { colour: s.palette.sea[2], flip: true }) +
    garland(s, 330, 430, 1090, 420, 50) +
    pine(s, 60, 1020, 820, { foliage: frameFoliage(s), lean: 0.04 })
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: boardTable },
  { seed: 5, palette: "sunset", light: 1, draw: beforeTheScreen },
  { seed: 7, palette: "dawn", light: -1, draw: underThePines },
];
