// The long beaches: from the dunes, from above at sunset, and a bar on the sand at dawn.
import { agave, bush, foreground, frameFoliage, grassTuft, palm, pine } from "../lib/plants.mjs";
import { boulder } from "../lib/rock.mjs";
import { genoeseTower } from "../lib/towers.mjs";
import { garland } from "../lib/terrace.mjs";
import { lounger, parasol, sunshade } from "../lib/outdoor.mjs";
import { moored, pointu, sail } from "../lib/boats.mjs";
import { clouds, hill, ranges, sky, sun } from "../lib/sky.mjs";
import { beach, glitter, ripples, sea, shallows } from "../lib/water.mjs";
import { ellipse, path, poly, rect, repeat, smooth } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** Over the dune: a path between grasses to a long white curve of sand. */
function overTheDune(s) {
  const horizon = 400;
  const edge = [[-20, 480], [200, 500], [480, 545], [760, 590], [1040, 605], [1290, 580], [1520, 520]];
  const dune = (points, fill) => path(smooth(points) + `L1520 1020L-20 1020Z`, fill);
  const fence =
    repeat(12, (i) => {
      const x = 880 + i * 52;
      const y = 838 - i * 10;
      return rect(x, y - 62, 9, 74, s.palette.wood[1], { transform: `rotate(${(i % 3) * 3 - 3} ${x} ${y})` });
    }) + path("M884 790Q1180 750 1470 678M884 812Q1180 772 1470 702", "none", { stroke: s.palette.wood[2], "stroke-width": 4 });
  const boardwalk =
    poly(
      [[700, 700], [760, 700], [900, 1020], [560, 1020]],
      s.palette.wood[1],
    ) +
    repeat(15, (i) => {
      const t = Math.pow(i / 15, 1.5);
      const [y, half] = [700 + 320 * t, 30 + 140 * t];
      return rect(730 - half - 6, y, half * 2 + 12, 7 + 13 * t, i % 3 ? s.palette.wood[0] : s.lit(s.palette.wood[0], 0.2), { rx: 2 });
    });
  const parasols = [
    [330, 590, 0.7], [470, 612, 0.8], [620, 640, 0.9], [790, 668, 1], [1010, 660, 0.95], [1190, 640, 0.85],
  ];
  return (
    sky(s, horizon) +
    sun(s, 1140, 170, 66) +
    clouds(s, 4, 70, 190) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.07] }) +
    sea(s, horizon, { shallow: true }) +
    glitter(s, 1140, horizon, 560) +
    sail(s, 620, 450, 56) +
    sail(s, 820, 424, 28, 0.85) +
    path("M1520 400V470Q1330 462 1230 452T1050 430Q1150 404 1260 366T1420 330L1520 318Z", s.palette.veg[1]) +
    path("M1520 430V470Q1330 462 1230 452T1050 430Q1300 440 1520 430Z", s.palette.rock[1]) +
    genoeseTower(s, 1330, 352, 46, 74) +
    shallows(s, edge, 1.2) +
    beach(s, edge, 0.9) +
    parasols.map(([x, y, k], i) => parasol(s, x, y, 62 * k, { colour: i % 3 === 1 ? s.palette.sea[1] : s.palette.accent })).join("") +
    dune(
      [[-20, 700], [220, 690], [420, 740], [600, 830], [700, 960], [720, 1020]],
      s.palette.sand[0],
    ) +
    dune(
      [[-20, 760], [200, 752], [380, 810], [520, 900], [590, 1020]],
      s.palette.sand[1],
    ) +
    path(
      `${smooth([[700, 1020], [760, 930], [900, 830], [1120, 770], [1330, 720], [1520, 690]])}L1520 1020Z`,
      s.palette.sand[0],
    ) +
    path(
      `${smooth([[840, 1020], [960, 920], [1180, 850], [1520, 790]])}L1520 1020Z`,
      mix(s.palette.sand[1], s.palette.sand[2], 0.3),
    ) +
    boardwalk +
    fence +
    repeat(16, () => {
      const x = s.random.range(-10, 520);
      return grassTuft(s, x, 1010 - (520 - x) * 0.3 * s.random(), s.random.range(70, 130), s.random.pick([...s.palette.grass, s.palette.veg[0]]));
    }) +
    repeat(14, () => {
      const x = s.random.range(1000, 1500);
      return grassTuft(s, x, 1020 - (x - 1000) * 0.34 * s.random(), s.random.range(70, 120), s.random.pick([...s.palette.grass, s.palette.veg[0]]));
    }) +
    agave(s, 1420, 1000, 120)
  );
}

/** A bay from the hill above at sunset, boats at anchor, pines on both sides. */
function fromTheHill(s) {
  const horizon = 330;
  const sunX = 640;
  const bay = [
    [-20, 640], [130, 730], [360, 800], [640, 815], [900, 770], [1090, 690], [1230, 600], [1340, 520], [1520, 470],
  ];
  const yachts = [[420, 560, 70], [610, 500, 52], [720, 620, 92], [900, 540, 64], [300, 460, 40], [1010, 460, 44]];
  return (
    sky(s, horizon) +
    sun(s, sunX, 135, 70) +
    clouds(s, 4, 60, 180) +
    ranges(s, horizon, { heights: [0.1, 0.07, 0.035] }) +
    sea(s, horizon) +
    glitter(s, sunX, horizon, 760) +
    hill(
      s,
      [[1050, 400], [1180, 372], [1300, 310], [1420, 260], [1520, 235]],
      s.palette.veg[1],
      mix(s.palette.veg[0], s.palette.rock[0], 0.35),
      470,
    ) +
    path("M1010 410Q1130 392 1210 430T1520 460V520L1230 480Q1100 440 1010 410Z", s.palette.rock[1]) +
    yachts.map(([x, y, k]) => moored(s, x, y, k)).join("") +
    shallows(s, bay, 1.3) +
    beach(s, bay) +
    repeat(10, (i) => {
      const t = i / 9;
      return parasol(s, 250 + 900 * t, 872 - 190 * t * t, 52 - 16 * t, {
        colour: i % 2 ? s.palette.accent : s.palette.cream,
        other: i % 2 ? s.palette.cream : s.palette.rock[1],
      });
    }) +
    path(
      smooth([[-20, 860], [240, 920], [600, 940], [960, 890], [1200, 800], [1380, 690], [1520, 620]]) + "L1520 1020L-20 1020Z",
      s.palette.veg[1],
    ) +
    bush(s, 1330, 860, 420, 180) +
    bush(s, 1080, 930, 330, 130) +
    bush(s, 760, 985, 360, 110) +
    bush(s, 400, 990, 400, 110) +
    bush(s, 90, 990, 380, 150) +
    pine(s, 1370, 900, 360, { lean: -0.1 }) +
    pine(s, 1190, 900, 210) +
    pine(s, 170, 1010, 620, { foliage: frameFoliage(s), lean: -0.06 }) +
    pine(s, 20, 980, 420, { foliage: frameFoliage(s), lean: 0.04 }) +
    foreground(s, { width: 380, height: 130 })
  );
}

/** A driftwood bar under palm thatch, loungers in a row, calm water at dawn. */
function theBeachBar(s) {
  const horizon = 470;
  const edge = [[-20, 640], [300, 655], [700, 640], [1100, 620], [1520, 632]];
  const thatch = (x0, x1, y, rise) =>
    poly(
      [[x0, y], [x0 + 90, y - rise], [x1 - 90, y - rise], [x1, y]],
      mix(s.palette.wood[0], s.palette.sand[1], 0.4),
    ) +
    repeat(Math.round((x1 - x0) / 15), (i) =>
      poly(
        [
          [x0 + i * 15, y - 4], [x0 + i * 15 + 15, y - 4], [x0 + i * 15 + 7 + s.random.range(-5, 5), y + s.random.range(14, 30)],
        ],
        mix(s.palette.wood[0], s.palette.wood[1], s.random.range(0, 0.6)),
      ),
    ) +
    repeat(34, () => {
      const x = s.random.range(x0 + 70, x1 - 70);
      const y0 = y - s.random.range(20, rise - 10);
      return rect(x, y0, 3, 18, s.palette.wood[1], { opacity: 0.5 });
    });
  const bar =
    ellipse(1140, 846, 370, 22, s.palette.ink, { opacity: 0.18 }) +
    repeat(4, (i) => rect(850 + i * 190, 470, 18, 372, s.palette.wood[2])) +
    rect(830, 560, 610, 14, s.palette.wood[1]) +
    repeat(13, (i) => rect(866 + i * 42, 528, 12, 32, s.random.pick([s.palette.veg[1], s.palette.accent, s.palette.sea[2], s.palette.glow, s.palette.cream]))) +
    rect(820, 694, 630, 20, s.palette.wood[0]) +
    repeat(21, (i) => rect(830 + i * 29.2, 714, 27, 128, mix(s.palette.wood[0], s.palette.wood[1], s.random.range(0.3, 1)))) +
    thatch(780, 1490, 470, 150) +
    repeat(4, (i) => {
      const x = 900 + i * 150;
      return rect(x - 4, 780, 8, 92, s.palette.wood[2]) + rect(x - 26, 774, 52, 12, s.palette.accent) + rect(x - 18, 836, 36, 5, s.palette.wood[2]);
    });
  return (
    sky(s, horizon) +
    sun(s, 660, 230, 66) +
    clouds(s, 4, 70, 200) +
    ranges(s, horizon, { heights: [0.17, 0.1, 0.05] }) +
    sea(s, horizon) +
    glitter(s, 660, horizon, 620) +
    sail(s, 610, 520, 60) +
    pointu(s, 230, 556, 84, s.palette.accent) +
    shallows(s, edge, 0.9) +
    beach(s, edge, 0.8) +
    bar +
    garland(s, 860, 486, 1420, 486, 34) +
    sunshade(s, 250, 872, 210) +
    lounger(s, 190, 880, 200, { towel: s.palette.sea[1] }) +
    sunshade(s, 610, 850, 190) +
    lounger(s, 560, 858, 185, { towel: s.palette.accent }) +
    palm(s, 1440, 960, 560, { lean: -0.16 }) +
    palm(s, 60, 1010, 760, { lean: 0.14, foliage: frameFoliage(s) }) +
    bush(s, 1460, 1010, 300, 90) +
    boulder(s, 700, 985, 220, 66, s.palette.rock) +
    boulder(s, 860, 1005, 160, 50, s.palette.rock) +
    ripples(s, [0, 1500], [900, 1000], 18, s.palette.sand[2], 0.5, 120)
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: overTheDune },
  { seed: 9, palette: "sunset", light: -1, draw: fromTheHill },
  { seed: 14, palette: "dawn", light: -1, draw: theBeachBar },
];
