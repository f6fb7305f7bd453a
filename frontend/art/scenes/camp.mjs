// Camps under the pines: tents above the sea, a lit evening by the river, the morning on the dunes of the citadel.
import { houseRow } from "../lib/buildings.mjs";
import { campanile, rampart } from "../lib/towers.mjs";
import { garland, groundShadow, wallLantern } from "../lib/terrace.mjs";
import { bush, foreground, frameFoliage, grassTuft, laricio, pine } from "../lib/plants.mjs";
import { tent } from "../lib/outdoor.mjs";
import { boulder, fallingRight, headlandInSea, strata } from "../lib/rock.mjs";
import { sail } from "../lib/boats.mjs";
import { clouds, hill, ranges, sky, stars, sun } from "../lib/sky.mjs";
import { beach, glitter, reflection, ripples, sea, shallows } from "../lib/water.mjs";
import { circle, ellipse, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const hammock = (s, x0, y0, x1, y1, colour) => {
  const [mx, my] = [(x0 + x1) / 2, Math.max(y0, y1) + 70];
  return (
    path(`M${x0} ${y0}Q${mx} ${my + 40} ${x1} ${y1}Q${mx} ${my - 34} ${x0} ${y0}Z`, colour) +
    path(`M${x0} ${y0}Q${mx} ${my + 40} ${x1} ${y1}Q${mx} ${my + 6} ${x0} ${y0}Z`, s.shaded(colour, 0.3)) +
    ellipse(mx, my + 70, (x1 - x0) * 0.34, 10, s.palette.ink, { opacity: 0.18 })
  );
};

const campTable = (s, x, y, size) =>
  ellipse(x, y, size * 0.7, size * 0.06, s.palette.ink, { opacity: 0.22 }) +
  rect(x - size * 0.5, y - size * 0.42, size, size * 0.06, s.palette.wood[0]) +
  stroke(
    [[x - size * 0.4, y - size * 0.38], [x - size * 0.2, y]],
    s.palette.wood[2],
    size * 0.04,
  ) +
  stroke(
    [[x + size * 0.4, y - size * 0.38], [x + size * 0.2, y]],
    s.palette.wood[2],
    size * 0.04,
  ) +
  rect(x - size * 0.7, y - size * 0.22, size * 0.34, size * 0.05, s.palette.wood[1]) +
  rect(x + size * 0.36, y - size * 0.22, size * 0.34, size * 0.05, s.palette.wood[1]) +
  rect(x - size * 0.1, y - size * 0.56, size * 0.1, size * 0.14, s.palette.accent, { rx: 3 }) +
  pill(x + size * 0.12, y - size * 0.48, size * 0.16, size * 0.06, s.palette.cream);

/** Canvas tents on the grass between parasol pines, the citadel across the bay. */
function acrossFromTheCitadel(s) {
  const horizon = 430;
  const rock = [
    [960, horizon + 8], [980, horizon - 30], [968, horizon - 56], [1000, horizon - 76], [1420, horizon - 74],
    [1460, horizon + 8],
  ];
  const town =
    strata(s, rock, { x0: 960, x1: 1460, y0: horizon - 76, y1: horizon, layers: 5 }) +
    houseRow(s, 1070, 1370, horizon - 112, { width: 30, height: (t) => 44 + 40 * Math.sin(Math.PI * t), fade: 0.25 }) +
    campanile(s, 1220, horizon - 120, 24, 96) +
    houseRow(s, 1030, 1410, horizon - 80, { width: 34, height: (t) => 40 + 34 * Math.sin(Math.PI * t), fade: 0.12 }) +
    rampart(s, 990, 1440, horizon - 98, horizon - 54);
  const edge = [[-20, 540], [400, 548], [800, 540], [1200, 548], [1520, 536]];
  return (
    sky(s, horizon) +
    sun(s, 560, 190, 66) +
    clouds(s, 4, 60, 190) +
    ranges(s, horizon, { heights: [0.26, 0.17, 0.08] }) +
    sea(s, horizon, { shallow: true }) +
    reflection(s, town, horizon + 8, { squash: 0.5, opacity: 0.3 }) +
    town +
    glitter(s, 560, horizon, 530) +
    sail(s, 700, 480, 46) +
    sail(s, 420, 462, 26) +
    shallows(s, edge, 0.5) +
    beach(s, edge, 0.5) +
    path("M-20 600Q400 580 800 604T1520 590V1020H-20Z", s.palette.grass[0]) +
    path("M-20 680Q400 650 900 690T1520 670V1020H-20Z", s.palette.grass[1]) +
    path("M600 1020Q640 820 760 700T900 592H950Q860 720 850 820T920 1020Z", s.palette.sand[0]) +
    pine(s, 300, 690, 380) +
    pine(s, 1300, 680, 420) +
    pine(s, 1030, 640, 250) +
    pine(s, 520, 640, 260) +
    tent(s, 430, 760, 270, 210) +
    tent(s, 1090, 760, 260, 205, { colour: s.palette.sand[0] }) +
    tent(s, 210, 900, 340, 250, { kind: "ridge", colour: s.palette.accent }) +
    tent(s, 1270, 920, 370, 270, { kind: "ridge", colour: s.palette.sea[1] }) +
    campTable(s, 640, 830, 150) +
    hammock(s, 1035, 590, 1290, 560, s.palette.accent) +
    repeat(18, () => grassTuft(s, s.random.range(0, 1500), s.random.range(900, 1000), s.random.range(24, 50), s.palette.grass[2])) +
    pine(s, 50, 1020, 960, { foliage: frameFoliage(s), lean: 0.06 }) +
    s.mirror(foreground(s, { width: 400, height: 130 }))
  );
}

/** Evening by the river: bell tents aglow, a fire, stars above tall pines. */
function byTheFire(s) {
  const ground = 690;
  const glow = (x, y, r, o = 0.6) =>
    circle(
      x,
      y,
      r,
      s.radial([[0, s.palette.glow, o], [1, s.palette.glow, 0]]),
    );
  const fire =
    ellipse(760, 884, 120, 16, s.palette.ink, { opacity: 0.4 }) +
    repeat(8, (i) => ellipse(680 + i * 23, 880 + (i % 2) * 10, 17, 11, s.palette.granite[2 + (i % 2)])) +
    stroke(
      [[712, 872], [806, 844]],
      s.palette.wood[2],
      15,
    ) +
    stroke(
      [[808, 872], [714, 844]],
      s.palette.wood[2],
      15,
    ) +
    path("M716 864Q700 800 752 730Q756 780 786 770Q830 820 802 864Z", s.palette.accent) +
    path("M736 864Q730 820 764 780Q772 812 788 812Q800 840 786 864Z", "#ffc15a") +
    path("M752 864Q750 840 766 822Q780 844 774 864Z", "#fff0b8");
  const stump = (x, y, k) =>
    rect(x - 34 * k, y - 40 * k, 68 * k, 40 * k, s.palette.wood[2]) +
    ellipse(x, y - 40 * k, 34 * k, 9 * k, s.palette.wood[0]) +
    ellipse(x, y, 34 * k, 9 * k, s.palette.wood[2]);
  return (
    sky(s, ground) +
    stars(s, 130, 480) +
    ranges(s, 640, { heights: [0.4, 0.28, 0.16] }) +
    hill(
      s,
      [[-20, 640], [300, 560], [640, 620], [1000, 580], [1520, 610]],
      mix(s.palette.veg[2], s.palette.ridges[2], 0.4),
    ) +
    repeat(18, (i) => laricio(s, 20 + i * 88 + s.random.range(-20, 20), 680, s.random.range(230, 400), { fade: 0.24 })) +
    path("M-20 670Q500 650 900 676T1520 664V1020H-20Z", mix(s.palette.grass[2], s.palette.veg[1], 0.5)) +
    path("M-20 760Q500 730 1000 770T1520 750V1020H-20Z", mix(s.palette.grass[1], s.palette.veg[1], 0.4)) +
    glow(760, 860, 520, 0.55) +
    glow(330, 690, 260) +
    tent(s, 330, 780, 380, 300) +
    glow(1180, 690, 280) +
    tent(s, 1180, 790, 400, 310) +
    glow(760, 640, 130, 0.5) +
    tent(s, 760, 700, 210, 160) +
    fire +
    glow(760, 830, 180, 0.7) +
    stump(590, 930, 1) +
    stump(930, 930, 1) +
    stump(760, 990, 1.1) +
    garland(s, 70, 420, 760, 470, 80) +
    garland(s, 760, 470, 1440, 420, 80) +
    wallLantern(s, 470, 760, 30) +
    wallLantern(s, 1050, 770, 30) +
    laricio(s, 60, 1010, 1060, { foliage: frameFoliage(s) }) +
    laricio(s, 1450, 1010, 1100, { foliage: frameFoliage(s) }) +
    boulder(s, 220, 1000, 260, 70) +
    boulder(s, 1300, 1005, 240, 76) +
    repeat(14, () => grassTuft(s, s.random.range(100, 1400), 1006, s.random.range(40, 80), s.palette.veg[2]))
  );
}

/** Morning at a wooden lodge on stilts, deck and chairs facing the cove. */
function lodgeAtDawn(s) {
  const horizon = 450;
  const lodge =
    groundShadow(s, 1010, 890, 420, 30) +
    repeat(6, (i) => rect(690 + i * 128, 770, 16, 120, s.palette.wood[2])) +
    poly(
      [[760, 770], [760, 470], [1060, 300], [1360, 470], [1360, 770]],
      mix(s.palette.wood[0], s.palette.cream, 0.2),
    ) +
    repeat(12, (i) => rect(760 + i * 50, 470, 2.5, 300, s.palette.wood[2], { opacity: 0.35 })) +
    rect(830, 540, 270, 230, s.palette.window) +
    poly(
      [[830, 770], [960, 540], [1040, 540], [910, 770]],
      s.palette.cream,
      { opacity: 0.2 },
    ) +
    rect(960, 540, 8, 230, s.palette.cream) +
    rect(822, 532, 286, 10, s.palette.cream) +
    rect(1170, 560, 110, 110, s.palette.window) +
    rect(1221, 560, 6, 110, s.palette.cream) +
    rect(1164, 552, 122, 9, s.palette.cream) +
    poly(
      [[700, 500], [1060, 316], [1420, 500], [1420, 470], [1060, 284], [700, 470]],
      s.palette.veg[1],
    ) +
    poly(
      [[700, 470], [1060, 284], [1060, 316], [700, 500]],
      s.shaded(s.palette.veg[1], 0.3),
    ) +
    rect(640, 764, 780, 20, s.palette.wood[0]) +
    rect(640, 784, 780, 8, s.palette.wood[2]) +
    rect(640, 690, 10, 76, s.palette.wood[1]) +
    rect(640, 688, 130, 9, s.palette.wood[1]) +
    repeat(6, (i) => rect(640 + i * 22, 690, 4, 76, s.palette.wood[1])) +
    poly(
      [[560, 890], [650, 790], [690, 790], [610, 890]],
      s.palette.wood[1],
    ) +
    repeat(4, (i) => rect(572 + i * 22, 866 - i * 24, 62, 8, s.palette.wood[0]));
  const deckChair = (x, y, k, colour) =>
    stroke(
      [[x - 60 * k, y - 110 * k], [x + 60 * k, y]],
      s.palette.wood[2],
      8 * k,
    ) +
    stroke(
      [[x + 30 * k, y - 50 * k], [x - 50 * k, y]],
      s.palette.wood[2],
      8 * k,
    ) +
    path(
      `M${x - 58 * k} ${y - 108 * k}Q${x - 30 * k} ${y - 28 * k} ${x + 40 * k} ${y - 44 * k}L${x + 44 * k} ${y - 34 * k}Q${x - 36 * k} ${y - 12 * k} ${x - 70 * k} ${y - 100 * k}Z`,
      colour,
    );
  return (
    sky(s, horizon) +
    sun(s, 330, 230, 64) +
    clouds(s, 4, 60, 190) +
    ranges(s, horizon, { heights: [0.22, 0.15, 0.07] }) +
    sea(s, horizon) +
    glitter(s, 330, horizon, 720) +
    headlandInSea(s, { x0: -120, x1: 250, base: 520, height: 260, light: 1, fade: 0.2, envelope: fallingRight, count: 10 }) +
    sail(s, 480, 510, 56) +
    pine(s, 1420, 800, 520) +
    pine(s, 700, 780, 480, { lean: 0.05 }) +
    path("M-20 880Q200 830 420 800T700 690Q900 640 1520 650V1020H-20Z", s.palette.grass[1]) +
    path("M-20 930Q300 860 520 840T1520 800V1020H-20Z", s.palette.grass[0]) +
    boulder(s, 430, 850, 180, 70, s.palette.rock) +
    boulder(s, 330, 880, 120, 44, s.palette.rock) +
    lodge +
    deckChair(720, 764, 0.75, s.palette.accent) +
    bush(s, 1360, 910, 260, 90) +
    bush(s, 800, 900, 200, 60) +
    campTable(s, 420, 960, 190) +
    ripples(s, [0, 500], [620, 800], 12, s.palette.foam, 0.4, 80) +
    repeat(24, () => grassTuft(s, s.random.range(0, 1500), s.random.range(930, 1010), s.random.range(30, 60), s.random.pick(s.palette.grass))) +
    pine(s, 90, 1020, 760, { foliage: frameFoliage(s), lean: -0.06 }) +
    foreground(s, { width: 360, height: 120 })
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: acrossFromTheCitadel },
  { seed: 5, palette: "sunset", light: 1, draw: byTheFire },
  { seed: 8, palette: "dawn", light: -1, draw: lodgeAtDawn },
];
