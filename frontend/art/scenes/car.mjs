// A small car on the island's roads: the corniche, an olive lane at sunset, the beach car park at dawn.
import { bush, cypress, flowering, foreground, frameFoliage, grassTuft, palm, pine, roundTree } from "../lib/plants.mjs";
import { stoneWall } from "../lib/buildings.mjs";
import { genoeseTower } from "../lib/towers.mjs";
import { boulder, fallingRight, headland, headlandInSea, island, risingRight } from "../lib/rock.mjs";
import { parasol } from "../lib/outdoor.mjs";
import { sail } from "../lib/boats.mjs";
import { smallCar } from "../lib/vehicles.mjs";
import { clouds, hill, ranges, sky, sun } from "../lib/sky.mjs";
import { beach, glitter, sea, shallows } from "../lib/water.mjs";
import { ellipse, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const roadWithWall = (s, y, depth) =>
  stoneWall(
    s,
    [[-10, y - 46], [1510, y - 46], [1510, y + 8], [-10, y + 8]],
    { course: 17 },
  ) +
  rect(-10, y - 54, 1520, 12, s.palette.granite[0]) +
  rect(-10, y + 6, 1520, depth, s.palette.road[1]) +
  rect(-10, y + 6, 1520, 12, s.palette.road[0]) +
  repeat(7, (i) => pill(20 + i * 240, y + depth * 0.62, 130, 10, s.palette.cream, { opacity: 0.85 }));

/** The red rocks of the corniche, the gulf under the wall. */
function onTheCorniche(s) {
  const horizon = 420;
  return (
    sky(s, horizon) +
    sun(s, 560, 190, 68) +
    clouds(s, 4, 60, 180) +
    ranges(s, horizon, { heights: [0.24, 0.16, 0.08] }) +
    sea(s, horizon) +
    glitter(s, 560, horizon, 760) +
    headlandInSea(s, { x0: 560, x1: 820, base: 450, height: 120, light: 1, fade: 0.45, envelope: island, count: 10 }) +
    genoeseTower(s, 690, 372, 26, 46, { fade: 0.35 }) +
    headlandInSea(s, {
      x0: -120,
      x1: 420,
      base: 530,
      height: 330,
      light: 1,
      fade: 0.16,
      envelope: fallingRight,
      count: 13,
      between: repeat(3, (i) => pine(s, 60 + i * 90, 450 + i * 24, 90)),
    }) +
    sail(s, 520, 520, 56) +
    sail(s, 760, 600, 90) +
    headland(s, {
      x0: 930,
      x1: 1640,
      base: 790,
      height: 760,
      light: -1,
      envelope: risingRight,
      count: 12,
      between: repeat(3, (i) => pine(s, 1130 + i * 120, 600 - i * 60, 170, { light: -1 })),
    }) +
    roadWithWall(s, 770, 190) +
    smallCar(s, 640, 890, 430, { luggage: true }) +
    flowering(s, 60, 770, 260, 60) +
    path("M-20 960H1520V1020H-20Z", s.palette.veg[1]) +
    repeat(26, () => grassTuft(s, s.random.range(0, 1500), 990, s.random.range(26, 60), s.random.pick(s.palette.grass))) +
    pine(s, 60, 800, 520, { foliage: frameFoliage(s), lean: 0.05 }) +
    foreground(s, { width: 340, height: 110 }) +
    s.mirror(foreground(s, { width: 380, height: 120 }))
  );
}

/** Between olives and dry-stone walls at sunset, the roof down. */
function oliveLane(s) {
  return (
    sky(s, 600) +
    sun(s, 980, 250, 88) +
    clouds(s, 4, 80, 250) +
    ranges(s, 560, { heights: [0.22, 0.15, 0.08] }) +
    hill(
      s,
      [[-20, 560], [260, 500], [620, 550], [1000, 520], [1300, 470], [1520, 490]],
      s.palette.veg[1],
      mix(s.palette.veg[0], s.palette.rock[0], 0.4),
    ) +
    repeat(6, (i) => cypress(s, 200 + i * 40, 570 - i * 6, 110)) +
    hill(
      s,
      [[-20, 640], [500, 600], [1000, 630], [1520, 590]],
      mix(s.palette.grass[1], s.palette.veg[1], 0.3),
      s.palette.grass[0],
    ) +
    repeat(8, (i) => roundTree(s, 60 + i * 200, 700 + (i % 3) * 14, 190, { silver: 0.2 })) +
    roadWithWall(s, 770, 200) +
    smallCar(s, 820, 900, 460, { open: true, colour: s.palette.sea[1], roof: s.palette.wood[1] }) +
    ellipse(1100, 880, 170, 20, s.palette.glow, { opacity: 0.3 }) +
    poly(
      [[1040, 800], [1420, 770], [1420, 900], [1040, 830]],
      s.palette.glow,
      { opacity: 0.14 },
    ) +
    rect(-10, 966, 1520, 60, s.palette.veg[2]) +
    roundTree(s, 190, 960, 760, { silver: 0.12 }) +
    roundTree(s, 1420, 950, 600, { silver: 0.12 }) +
    repeat(26, () => grassTuft(s, s.random.range(0, 1500), 1000, s.random.range(40, 80), s.random.pick([...s.palette.grass, s.palette.veg[1]]))) +
    flowering(s, 1180, 1010, 320, 70) +
    foreground(s, { width: 380, height: 120, agaves: false })
  );
}

/** Dawn at the end of the track: the car by the dunes, a board on its roof. */
function endOfTheTrack(s) {
  const horizon = 410;
  const edge = [[-20, 560], [300, 570], [700, 600], [1100, 590], [1520, 550]];
  const board =
    path("M760 588Q900 556 1130 576Q1150 584 1130 592Q900 612 760 588Z", s.palette.cream) +
    path("M820 580Q900 570 1060 576V582Q900 580 820 588Z", s.palette.accent) +
    rect(850, 592, 8, 26, s.palette.ink) +
    rect(1010, 592, 8, 26, s.palette.ink);
  return (
    sky(s, horizon) +
    sun(s, 430, 200, 66) +
    clouds(s, 4, 60, 180) +
    ranges(s, horizon, { heights: [0.22, 0.14, 0.07] }) +
    sea(s, horizon, { shallow: true }) +
    glitter(s, 430, horizon, 540) +
    headlandInSea(s, { x0: 1120, x1: 1620, base: 470, height: 220, light: -1, fade: 0.24, envelope: risingRight, count: 12 }) +
    sail(s, 640, 470, 54) +
    shallows(s, edge, 0.7) +
    beach(s, edge, 0.7) +
    parasol(s, 250, 690, 84) +
    parasol(s, 460, 670, 70, { colour: s.palette.sea[1] }) +
    path("M-20 760Q300 700 640 740T1520 700V1020H-20Z", s.palette.sand[0]) +
    path("M-20 860Q400 800 900 840T1520 810V1020H-20Z", s.palette.sand[1]) +
    path("M1520 830Q1100 850 700 900T200 1020H640Q900 940 1520 900Z", s.palette.sand[2], { opacity: 0.5 }) +
    repeat(6, (i) =>
      stroke(
        [[40 + i * 90, 760 - i * 3], [40 + i * 90, 700 - i * 3]],
        s.palette.wood[1],
        10,
      ),
    ) +
    stroke("M40 714Q260 690 490 700M40 742Q260 716 490 726", s.palette.wood[2], 4) +
    smallCar(s, 940, 880, 560, { colour: s.palette.cream, roof: s.palette.sea[1] }) +
    board +
    boulder(s, 1370, 860, 200, 90, s.palette.rock) +
    boulder(s, 1290, 890, 110, 44, s.palette.rock) +
    palm(s, 1430, 860, 520, { lean: -0.12 }) +
    repeat(14, () =>
      grassTuft(s, s.random.range(0, 420), s.random.range(940, 1010), s.random.range(60, 110), s.random.pick([...s.palette.grass, s.palette.veg[0]])),
    ) +
    repeat(10, () =>
      grassTuft(s, s.random.range(1200, 1500), s.random.range(960, 1010), s.random.range(60, 110), s.random.pick([...s.palette.grass, s.palette.veg[0]])),
    ) +
    bush(s, 60, 1010, 300, 90) +
    pine(s, 110, 1010, 700, { foliage: frameFoliage(s), lean: -0.04 })
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: onTheCorniche },
  { seed: 5, palette: "sunset", light: 1, draw: oliveLane },
  { seed: 7, palette: "dawn", light: -1, draw: endOfTheTrack },
];
