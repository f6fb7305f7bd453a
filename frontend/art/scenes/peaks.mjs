// The high island: the needles of Bavella, a pass road at sunset, a glacier lake at dawn.
import { box, stoneWall } from "../lib/buildings.mjs";
import { bush, flowering, foreground, frameFoliage, grassTuft, laricio } from "../lib/plants.mjs";
import { boulder, needles } from "../lib/rock.mjs";
import { clouds, hill, ranges, sky, sun } from "../lib/sky.mjs";
import { reflection, ripples } from "../lib/water.mjs";
import { path, rect, repeat, smooth } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const mist = (s, y, height, opacity = 0.8) =>
  rect(
    0,
    y,
    s.width,
    height,
    s.gradient([
      [0, s.palette.sky[2], 0],
      [1, s.palette.sky[2], opacity],
    ]),
  );
const forest = (s, x0, x1, count, base, height, fade) =>
  repeat(count, (i) => {
    const t = (i + s.random.range(0.1, 0.9)) / count;
    return laricio(s, x0 + (x1 - x0) * t, base(t) + 6, height * s.random.range(0.7, 1.15), { fade });
  });

/** Red needles over a forest of laricio pines at noon. */
function redNeedles(s) {
  return (
    sky(s, 720) +
    sun(s, 1220, 150, 60) +
    clouds(s, 4, 60, 170) +
    ranges(s, 640, { heights: [0.42, 0.32] }) +
    needles(s, {
      x0: -240,
      x1: 820,
      base: 720,
      summits: [[40, 300], [170, 220], [280, 300], [390, 190], [500, 330], [610, 430]],
      fade: 0.34,
    }) +
    mist(s, 480, 240, 0.55) +
    needles(s, {
      x0: 420,
      x1: 1740,
      base: 760,
      summits: [
        [700, 420], [800, 290], [900, 200], [990, 300], [1100, 170], [1210, 310], [1330, 250], [1450, 340],
      ],
      fade: 0.08,
    }) +
    mist(s, 600, 170, 0.45) +
    hill(
      s,
      [[-20, 690], [260, 640], [560, 690], [860, 720], [1180, 670], [1520, 620]],
      s.faded(s.palette.veg[1], 0.2),
      s.faded(s.palette.veg[0], 0.15),
    ) +
    forest(s, 0, 1500, 26, (t) => 680 + 30 * Math.sin(t * 6), 130, 0.16) +
    path(
      `${smooth([[-20, 800], [300, 740], [700, 780], [1100, 760], [1520, 700]])}L1520 1020L-20 1020Z`,
      s.palette.veg[1],
    ) +
    forest(s, 0, 1500, 15, (t) => 790 - 30 * Math.sin(t * 3), 240, 0.04) +
    path(
      `${smooth([[-20, 900], [400, 850], [800, 890], [1200, 850], [1520, 830]])}L1520 1020L-20 1020Z`,
      s.palette.grass[1],
    ) +
    path("M620 1020Q700 950 660 910T780 872H812Q740 906 770 940T790 1020Z", s.palette.sand[0]) +
    boulder(s, 980, 960, 210, 90) +
    boulder(s, 1120, 985, 140, 60) +
    boulder(s, 440, 950, 150, 60) +
    laricio(s, 1330, 1000, 760) +
    laricio(s, 1450, 1010, 640) +
    laricio(s, 130, 1010, 900, { foliage: frameFoliage(s) }) +
    repeat(16, () => grassTuft(s, s.random.range(150, 1300), s.random.range(930, 1000), s.random.range(26, 50), s.palette.grass[2])) +
    foreground(s, { width: 380, height: 120 })
  );
}

/** The pass at sunset: a road in bends, a low wall, the sea far below. */
function overThePass(s) {
  const horizon = 430;
  const road =
    path(
      "M640 1020Q760 900 1010 850T1240 740Q1230 690 980 670T760 610Q780 580 960 570T1120 536L1128 542Q1090 574 960 584T800 612Q840 640 1010 652T1300 740Q1290 840 1060 890T900 1020Z",
      s.palette.road[0],
    ) +
    path("M768 1020Q860 920 1040 868T1268 742Q1260 694 1000 662", "none", {
      stroke: s.palette.cream,
      "stroke-width": 5,
      "stroke-dasharray": "30 24",
      opacity: 0.7,
    });
  return (
    sky(s, horizon) +
    sun(s, 430, 220, 84) +
    clouds(s, 4, 70, 240) +
    rect(
      0,
      horizon,
      s.width,
      120,
      s.gradient([
        [0, s.palette.sea[3]],
        [1, s.palette.sea[2]],
      ]),
    ) +
    repeat(20, () =>
      rect(s.random.range(360, 500), s.random.range(horizon + 4, horizon + 100), s.random.range(10, 50), 2.5, s.palette.glow, { opacity: 0.8 }),
    ) +
    needles(s, {
      x0: 560,
      x1: 1800,
      base: 640,
      summits: [[860, 330], [1010, 220], [1120, 300], [1240, 150], [1370, 260], [1480, 200]],
      fade: 0.12,
      light: -1,
    }) +
    hill(
      s,
      [[-20, 470], [180, 480], [360, 540], [520, 550], [760, 500], [1000, 530], [1520, 460]],
      s.faded(s.palette.veg[1], 0.35),
      s.faded(s.palette.rock[1], 0.35),
    ) +
    mist(s, 430, 150, 0.35) +
    hill(
      s,
      [[-20, 560], [260, 600], [560, 590], [900, 540], [1200, 520], [1520, 500]],
      s.palette.veg[1],
      mix(s.palette.veg[0], s.palette.rock[1], 0.35),
    ) +
    forest(s, 60, 720, 12, (t) => 620 - 10 * t, 120, 0.12) +
    hill(
      s,
      [[-20, 690], [300, 720], [640, 700], [1000, 640], [1520, 560]],
      s.palette.veg[2],
      s.palette.veg[1],
    ) +
    road +
    boulder(s, 1400, 860, 260, 130, s.palette.rock) +
    boulder(s, 1240, 930, 160, 70, s.palette.rock) +
    laricio(s, 1380, 820, 430) +
    laricio(s, 1290, 690, 280) +
    laricio(s, 1450, 740, 420) +
    path("M-20 860Q200 800 420 850T700 1020H-20Z", s.palette.veg[2]) +
    laricio(s, 330, 960, 620, { foliage: frameFoliage(s), light: 1 }) +
    laricio(s, 190, 980, 800, { foliage: frameFoliage(s) }) +
    laricio(s, 60, 1000, 680, { foliage: frameFoliage(s) }) +
    boulder(s, 520, 1000, 240, 90, s.palette.rock) +
    foreground(s, { width: 420, height: 140, agaves: false })
  );
}

/** A still tarn ringed with granite at dawn, a shepherd's hut on its shore. */
function glacierLake(s) {
  const shore = 620;
  const mountains =
    needles(s, {
      x0: -260,
      x1: 800,
      base: shore,
      summits: [[40, 250], [180, 330], [300, 210], [440, 330], [560, 420]],
      tones: s.palette.granite,
      fade: 0.35,
    }) +
    needles(s, {
      x0: 640,
      x1: 1780,
      base: shore,
      summits: [[880, 400], [1020, 270], [1140, 330], [1290, 160], [1420, 270]],
      tones: s.palette.granite,
      fade: 0.2,
    }) +
    needles(s, {
      x0: 380,
      x1: 1080,
      base: shore,
      summits: [[620, 380], [740, 300], [840, 400]],
      tones: s.palette.granite,
      fade: 0.48,
    }) +
    mist(s, 500, 130, 0.5) +
    hill(
      s,
      [[-20, 560], [200, 590], [400, 612], [600, 618]],
      s.palette.veg[0],
      s.palette.grass[1],
      shore + 4,
    ) +
    hill(
      s,
      [[900, 618], [1150, 596], [1350, 570], [1520, 540]],
      s.palette.veg[0],
      s.palette.grass[1],
      shore + 4,
    );
  const hut =
    stoneWall(s, box(1150, 528, 1290, 606), { course: 14 }) +
    path("M1134 532L1176 486H1270L1306 532Z", s.palette.granite[2]) +
    rect(1204, 556, 30, 50, s.palette.wood[2]) +
    rect(1250, 552, 22, 22, s.palette.windowLit);
  return (
    sky(s, shore) +
    sun(s, 560, 170, 58) +
    clouds(s, 4, 50, 160) +
    mountains +
    hut +
    rect(
      0,
      shore,
      s.width,
      390,
      s.gradient([
        [0, mix(s.palette.sky[2], s.palette.sea[2], 0.4)],
        [0.4, s.palette.sea[1]],
        [1, s.palette.sea[0]],
      ]),
    ) +
    reflection(s, mountains + hut, shore, { squash: 0.75, opacity: 0.36 }) +
    ripples(s, [0, 1500], [shore + 10, 950], 70, s.palette.foam, 0.35, 130) +
    ripples(s, [500, 620], [shore + 6, 900], 26, s.palette.glow, 0.7, 90) +
    path("M-20 760Q120 740 240 790T420 880Q560 930 700 1020H-20Z", s.palette.grass[1]) +
    path("M-20 800Q100 790 220 840T400 940L460 1020H-20Z", s.palette.grass[0]) +
    path("M1520 800Q1400 810 1300 870T1060 1020H1520Z", s.palette.grass[1]) +
    boulder(s, 640, 930, 200, 84) +
    boulder(s, 480, 860, 140, 60) +
    boulder(s, 780, 1000, 230, 80) +
    boulder(s, 1180, 950, 220, 100) +
    boulder(s, 1330, 900, 150, 66) +
    laricio(s, 1430, 980, 620) +
    laricio(s, 130, 960, 700, { foliage: frameFoliage(s) }) +
    laricio(s, 270, 930, 420) +
    flowering(s, 330, 1010, 380, 80, { colours: [s.palette.bloom[0], s.palette.cream, s.palette.glow] }) +
    bush(s, 1440, 1015, 300, 90) +
    repeat(16, () => grassTuft(s, s.random.range(0, 440), s.random.range(880, 1000), s.random.range(26, 54), s.palette.grass[2]))
  );
}

export const compositions = [
  { seed: 4, palette: "noon", light: 1, draw: redNeedles },
  { seed: 6, palette: "sunset", light: -1, draw: overThePass },
  { seed: 8, palette: "dawn", light: -1, draw: glacierLake },
];
