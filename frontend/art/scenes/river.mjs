// River pools: a green basin between boulders, the Genoese bridge at sunset, a waterfall at dawn.
import { stoneWall } from "../lib/buildings.mjs";
import { bush, foreground, frameFoliage, grassTuft, laricio, pine, roundTree } from "../lib/plants.mjs";
import { boulder, needles } from "../lib/rock.mjs";
import { clouds, hill, ranges, sky, sun } from "../lib/sky.mjs";
import { reflection, ripples } from "../lib/water.mjs";
import { ellipse, path, poly, rect, repeat } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const water = (s, shape, { clear = 0.5 } = {}) =>
  path(
    shape,
    s.gradient([
      [0, s.palette.sea[1]],
      [0.5, mix(s.palette.sea[2], s.palette.veg[0], 0.2)],
      [1, mix(s.palette.sea[3], s.palette.sea[2], clear)],
    ]),
  );
const cascade = (s, x, top, width, height) =>
  path(
    `M${x - width / 2} ${top}Q${x - width * 0.62} ${top + height * 0.5} ${x - width * 0.7} ${top + height}H${x + width * 0.7}Q${x + width * 0.62} ${top + height * 0.5} ${x + width / 2} ${top}Z`,
    mix(s.palette.foam, s.palette.sea[3], 0.25),
  ) +
  repeat(7, (i) => {
    const dx = (i - 3) * width * 0.14;
    return path(
      `M${x + dx} ${top + 4}Q${x + dx * 1.2} ${top + height * 0.5} ${x + dx * 1.35} ${top + height * s.random.range(0.7, 1)}`,
      "none",
      { stroke: i % 2 ? s.palette.foam : s.palette.sea[2], "stroke-width": width * 0.06, opacity: 0.7, "stroke-linecap": "round" },
    );
  }) +
  repeat(9, (i) =>
    ellipse(x + (i - 4) * width * 0.2, top + height + s.random.range(-4, 8), width * 0.2, 9, s.palette.foam, { opacity: 0.85 }),
  );

/** A clear basin at noon among rounded granite, pines and peaks above. */
function greenBasin(s) {
  const bank = (points, fill) => poly(points, fill);
  const pebbles = repeat(26, () =>
    ellipse(
      s.random.range(300, 1200),
      s.random.range(800, 990),
      s.random.range(20, 56),
      s.random.range(8, 18),
      s.random.pick([s.palette.granite[1], s.palette.granite[2], s.palette.sand[1]]),
      { opacity: 0.35 },
    ),
  );
  return (
    sky(s, 600) +
    sun(s, 460, 150, 58) +
    clouds(s, 4, 50, 150) +
    needles(s, {
      x0: 380,
      x1: 1300,
      base: 600,
      summits: [[620, 290], [730, 200], [830, 260], [930, 170], [1050, 290]],
      fade: 0.34,
    }) +
    hill(
      s,
      [[-20, 380], [220, 400], [460, 500], [640, 556], [760, 566]],
      s.palette.veg[1],
      s.palette.veg[0],
    ) +
    hill(
      s,
      [[700, 566], [900, 530], [1120, 450], [1330, 390], [1520, 360]],
      s.palette.veg[1],
      s.palette.veg[0],
    ) +
    repeat(8, (i) => laricio(s, 30 + i * 68, 430 + i * 20, 230 - i * 12, { fade: 0.06 })) +
    repeat(8, (i) => laricio(s, 980 + i * 72, 540 - i * 16, 160 + i * 14, { fade: 0.06 })) +
    water(s, "M640 560H880Q960 620 1080 650T1330 760L1420 1020H120L220 800Q360 700 500 660T640 560Z") +
    pebbles +
    ripples(s, [420, 1150], [640, 980], 60, s.palette.foam, 0.4, 110) +
    bank(
      [
        [-20, 640], [260, 610], [520, 600], [600, 620], [420, 700], [240, 790], [120, 1020], [-20, 1020],
      ],
      s.palette.granite[2],
    ) +
    bank(
      [
        [1520, 620], [1200, 600], [960, 590], [900, 610], [1120, 690], [1300, 790], [1420, 1020], [1520, 1020],
      ],
      s.palette.granite[2],
    ) +
    boulder(s, 700, 590, 150, 60) +
    cascade(s, 790, 556, 80, 74) +
    boulder(s, 890, 600, 170, 74) +
    boulder(s, 560, 640, 220, 100) +
    boulder(s, 1050, 660, 230, 110) +
    boulder(s, 360, 720, 280, 150) +
    boulder(s, 1250, 740, 300, 170) +
    boulder(s, 150, 850, 400, 230) +
    boulder(s, 1400, 880, 380, 230) +
    boulder(s, 520, 850, 150, 54) +
    boulder(s, 960, 800, 130, 46) +
    boulder(s, 700, 1000, 280, 80) +
    rect(1280, 606, 92, 10, s.palette.accent, { rx: 5 }) +
    rect(1280, 614, 92, 6, s.palette.cream) +
    bush(s, 60, 640, 240, 80) +
    bush(s, 1450, 630, 260, 90) +
    laricio(s, 80, 700, 560) +
    laricio(s, 1430, 700, 620) +
    pine(s, 230, 660, 250) +
    foreground(s, { width: 340, height: 110, agaves: false }) +
    repeat(8, () => grassTuft(s, s.random.range(1250, 1480), 1005, s.random.range(50, 90), s.palette.veg[1]))
  );
}

/** The hump of a Genoese bridge over a slow river at sunset. */
function genoeseBridge(s) {
  const line = 660;
  const bridge = stoneWall(
    s,
    [
      [-20, 590], [180, 560], [420, 470], [640, 400], [750, 384], [860, 400], [1080, 470], [1320, 560], [1520, 590],
      [1520, 720], [1190, 720], [1180, 700], [1120, 600], [1010, 520], [880, 472], [750, 458], [620, 472], [490, 520],
      [380, 600], [320, 700], [310, 720], [-20, 720],
    ],
    { course: 24 },
  );
  const under = path(
    "M310 720Q330 620 490 520Q620 456 750 458Q880 456 1010 520Q1170 620 1190 720L1160 720Q1130 640 1000 556Q880 492 750 490Q620 492 500 556Q370 640 340 720Z",
    mix(s.palette.granite[3], s.palette.ink, 0.25),
  );
  const edge = path("M-20 590Q200 560 420 470Q640 384 750 384Q860 384 1080 470Q1300 560 1520 590", "none", {
    stroke: s.palette.granite[0],
    "stroke-width": 14,
  });
  const all = bridge + under + edge;
  return (
    sky(s, line) +
    sun(s, 750, 220, 80) +
    clouds(s, 4, 70, 240) +
    ranges(s, line, { heights: [0.22, 0.16, 0.1] }) +
    hill(
      s,
      [[-20, 520], [220, 480], [480, 560], [700, 640], [760, 650]],
      s.palette.veg[1],
      mix(s.palette.veg[0], s.palette.rock[0], 0.3),
    ) +
    hill(
      s,
      [[740, 650], [960, 580], [1200, 490], [1520, 450]],
      s.palette.veg[1],
      mix(s.palette.veg[0], s.palette.rock[0], 0.3),
    ) +
    repeat(7, (i) => laricio(s, 20 + i * 62, 560 + i * 8, 210)) +
    repeat(7, (i) => laricio(s, 1090 + i * 66, 590 - i * 10, 200)) +
    rect(
      0,
      690,
      s.width,
      320,
      s.gradient([
        [0, s.palette.sea[3]],
        [0.3, s.palette.sea[2]],
        [1, s.palette.sea[0]],
      ]),
    ) +
    reflection(s, all, 720, { squash: 0.7, opacity: 0.5 }) +
    all +
    ripples(s, [680, 820], [700, 980], 44, s.palette.glow, 0.8, 110) +
    ripples(s, [200, 1300], [730, 990], 50, s.palette.foam, 0.3, 120) +
    path("M-20 700Q180 690 340 730T420 800Q300 880 200 1020H-20Z", s.palette.veg[2]) +
    path("M1520 690Q1330 690 1180 730T1090 800Q1220 880 1330 1020H1520Z", s.palette.veg[2]) +
    boulder(s, 330, 780, 220, 80, s.palette.rock) +
    boulder(s, 1180, 790, 240, 90, s.palette.rock) +
    boulder(s, 460, 860, 150, 56, s.palette.rock) +
    boulder(s, 1040, 880, 160, 56, s.palette.rock) +
    boulder(s, 220, 910, 260, 120, s.palette.rock) +
    boulder(s, 1320, 930, 280, 130, s.palette.rock) +
    boulder(s, 760, 1005, 260, 70, s.palette.rock) +
    bush(s, 110, 760, 300, 90) +
    bush(s, 1400, 760, 300, 100) +
    roundTree(s, 80, 900, 620, { foliage: frameFoliage(s) }) +
    roundTree(s, 1450, 880, 560, { foliage: frameFoliage(s) }) +
    foreground(s, { width: 360, height: 130, agaves: false }) +
    s.mirror(foreground(s, { width: 320, height: 110, agaves: false }))
  );
}

/** A fall into a round pool at dawn, ferns and flat stones. */
function waterfall(s) {
  const cliff = (points, tones, ledges) =>
    poly(points, tones[1]) + ledges.map(([shape, tone]) => poly(shape, tones[tone])).join("");
  const g = s.palette.granite;
  const left = cliff(
    [[-20, 60], [180, 90], [330, 180], [470, 190], [560, 270], [640, 280], [660, 640], [-20, 760]],
    g,
    [
      [
        [[180, 90], [330, 180], [350, 420], [250, 660], [120, 700], [150, 300]],
        2,
      ],
      [
        [[330, 180], [470, 190], [480, 420], [430, 640], [330, 660], [360, 400]],
        0,
      ],
      [
        [[560, 270], [640, 280], [660, 640], [560, 640], [580, 440]],
        2,
      ],
      [
        [[470, 190], [560, 270], [580, 440], [550, 640], [450, 640], [490, 400]],
        1,
      ],
      [
        [[-20, 60], [180, 90], [140, 330], [60, 720], [-20, 760]],
        0,
      ],
    ],
  );
  const right = cliff(
    [
      [820, 290], [900, 250], [1010, 160], [1160, 150], [1300, 60], [1520, 40], [1520, 760], [810, 650],
    ],
    g,
    [
      [
        [[820, 290], [900, 250], [920, 460], [880, 640], [810, 650]],
        2,
      ],
      [
        [[1010, 160], [1160, 150], [1170, 400], [1110, 650], [1000, 650], [1030, 400]],
        0,
      ],
      [
        [[1160, 150], [1300, 60], [1330, 360], [1250, 700], [1120, 660], [1180, 400]],
        2,
      ],
      [
        [[1400, 50], [1520, 40], [1520, 760], [1380, 720], [1420, 400]],
        1,
      ],
      [
        [[1300, 60], [1400, 50], [1420, 400], [1380, 720], [1260, 700], [1330, 360]],
        0,
      ],
    ],
  );
  return (
    sky(s, 500) +
    sun(s, 730, 130, 52) +
    clouds(s, 3, 60, 140) +
    ranges(s, 420, { heights: [0.26, 0.18, 0.1] }) +
    repeat(9, (i) => laricio(s, 520 + i * 56, 300, s.random.range(110, 170), { fade: 0.26 })) +
    left +
    right +
    repeat(7, (i) => laricio(s, 20 + i * 76, [80, 92, 130, 190, 200, 230, 286][i], s.random.range(150, 210))) +
    repeat(6, (i) => laricio(s, 960 + i * 96, [230, 170, 160, 110, 70, 60][i], s.random.range(150, 200))) +
    bush(s, 560, 300, 180, 50) +
    bush(s, 930, 270, 200, 56) +
    poly(
      [[640, 290], [820, 290], [900, 690], [470, 690]],
      g[3],
    ) +
    cascade(s, 730, 296, 110, 370) +
    rect(
      600,
      600,
      260,
      80,
      s.gradient([[0, s.palette.foam, 0], [1, s.palette.foam, 0.7]]),
    ) +
    water(s, "M-20 740Q200 690 430 660H1010Q1290 690 1520 740V1020H-20Z", { clear: 0.4 }) +
    ellipse(730, 684, 220, 24, s.palette.foam, { opacity: 0.6 }) +
    ellipse(730, 716, 330, 30, s.palette.foam, { opacity: 0.25 }) +
    ripples(s, [200, 1300], [720, 980], 70, s.palette.foam, 0.45, 120) +
    boulder(s, 480, 700, 200, 70) +
    boulder(s, 1000, 700, 220, 80) +
    boulder(s, 300, 780, 260, 110) +
    boulder(s, 1190, 790, 280, 120) +
    boulder(s, 110, 900, 340, 180) +
    boulder(s, 1400, 920, 340, 180) +
    boulder(s, 860, 880, 210, 60) +
    boulder(s, 560, 960, 260, 76) +
    repeat(16, () => grassTuft(s, s.random.range(0, 260), s.random.range(990, 1010), s.random.range(60, 120), s.random.pick(s.palette.veg))) +
    repeat(16, () => grassTuft(s, s.random.range(1240, 1500), s.random.range(990, 1010), s.random.range(60, 120), s.random.pick(s.palette.veg))) +
    roundTree(s, 60, 1010, 620, { foliage: frameFoliage(s) }) +
    foreground(s, { width: 320, height: 110, agaves: false })
  );
}

export const compositions = [
  { seed: 4, palette: "noon", light: 1, draw: greenBasin },
  { seed: 6, palette: "sunset", light: 1, draw: genoeseBridge },
  { seed: 8, palette: "dawn", light: -1, draw: waterfall },
];
