// Stone guest houses: the façade under a plane tree, a lane with steps and flowers, the courtyard in the evening.
import { box, stoneWall, tiledRoof, window } from "../lib/buildings.mjs";
import { garland, groundShadow, pergola, wallLantern } from "../lib/terrace.mjs";
import { bistroChair, roundTable } from "../lib/outdoor.mjs";
import { bush, climber, cypress, flowering, frameFoliage, grassTuft, pine, potted, roundTree } from "../lib/plants.mjs";
import { bottle, bouquet, glass } from "../lib/tableware.mjs";
import { clouds, hill, ranges, sky, stars, sun } from "../lib/sky.mjs";
import { path, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

function door(s, x, base, width, height, colour) {
  return (
    rect(x - 14, base - height - 26, width + 28, 28, s.palette.granite[0]) +
    rect(x - 14, base - height, 14, height, s.palette.granite[0]) +
    rect(x + width, base - height, 14, height, s.palette.granite[0]) +
    rect(x, base - height, width, height, colour) +
    repeat(4, (i) => rect(x + (width * (i + 1)) / 5, base - height, 3, height, s.palette.ink, { opacity: 0.25 })) +
    rect(x + width / 2 - 2, base - height, 4, height, s.palette.ink, { opacity: 0.5 }) +
    rect(x + width * 0.56, base - height * 0.48, 8, 22, s.palette.glow, { rx: 3 }) +
    rect(x - 20, base - 8, width + 40, 12, s.palette.granite[0])
  );
}

/** Two floors of granite, blue shutters, a table under the tree. */
function underThePlaneTree(s) {
  const ground = 770;
  const house =
    stoneWall(s, box(360, 270, 1130, ground), { course: 32 }) +
    rect(360, 270, 80, 500, s.palette.shade, { opacity: 0.2 }) +
    tiledRoof(s, 360, 1130, 274, 130, { inset: 120, overhang: 26 }) +
    rect(930, 110, 60, 110, s.palette.granite[1]) +
    rect(920, 100, 80, 14, s.palette.roof[0]) +
    repeat(4, (i) => window(s, 440 + i * 176, 350, 72, 118, { shutters: s.palette.sea[1], pots: true })) +
    window(s, 440, 570, 72, 120, { shutters: s.palette.sea[1], pots: true }) +
    window(s, 968, 570, 72, 120, { shutters: s.palette.sea[1], pots: true }) +
    door(s, 690, ground, 120, 196, s.palette.sea[1]) +
    wallLantern(s, 640, 610, 30) +
    wallLantern(s, 860, 610, 30) +
    climber(
      s,
      [[350, 760], [356, 560], [420, 500], [600, 516], [660, 540]],
      84,
    );
  return (
    sky(s, ground) +
    sun(s, 1260, 170, 62) +
    clouds(s, 4, 60, 180) +
    ranges(s, 620, { heights: [0.42, 0.3, 0.18] }) +
    hill(
      s,
      [[-20, 640], [260, 580], [700, 620], [1200, 560], [1520, 590]],
      s.palette.veg[0],
      s.palette.grass[1],
    ) +
    cypress(s, 1200, 770, 400) +
    cypress(s, 1270, 770, 330) +
    house +
    rect(0, ground - 2, s.width, 240, s.palette.sand[1]) +
    path("M-20 770H420Q300 850 -20 880Z", s.palette.grass[1]) +
    path("M1520 770H1120Q1240 830 1520 860Z", s.palette.grass[1]) +
    path("M680 772H820L980 1010H520Z", s.palette.lime[1]) +
    repeat(6, (i) => rect(690 - i * i * 5, 790 + i * 38, 120 + i * i * 10, 4, s.palette.lime[2])) +
    stoneWall(
      s,
      [[1200, 740], [1520, 700], [1520, 800], [1200, 800]],
      { course: 26 },
    ) +
    flowering(s, 1300, 800, 280, 70) +
    flowering(s, 560, 790, 160, 60) +
    potted(s, 640, 806, 110, { kind: "flowers" }) +
    potted(s, 870, 806, 110, { kind: "lemon" }) +
    groundShadow(s, 160, 930, 420, 50, 0.18) +
    roundTree(s, 150, 930, 880) +
    bistroChair(s, 250, 950, 170, { colour: s.palette.cream }) +
    bistroChair(s, 500, 950, 170, { colour: s.palette.cream, flip: true }) +
    roundTable(s, 375, 955, 200, 125, { cloth: s.palette.cream }) +
    bouquet(s, 375, 832, 90) +
    flowering(s, 1400, 1010, 380, 130, { colours: [s.palette.bloom[0], s.palette.cream, s.palette.glow] })
  );
}

/** A stepped lane at dawn between two old houses, pots on every step, mountains at its end. */
function steppedLane(s) {
  const left = [[-10, -10], [430, -10], [430, 760], [-10, 1010]];
  const right = [[1070, -10], [1510, -10], [1510, 1010], [1070, 760]];
  const steps = repeat(9, (i) => {
    const t = i / 8;
    const y = 640 + 340 * Math.pow(t, 1.1);
    const half = 200 + 430 * t;
    return (
      rect(750 - half, y, half * 2, 60, i % 2 ? s.palette.granite[1] : mix(s.palette.granite[0], s.palette.granite[1], 0.4)) +
      rect(750 - half, y, half * 2, 10, s.palette.granite[0])
    );
  });
  return (
    sky(s, 620) +
    sun(s, 700, 200, 58) +
    clouds(s, 3, 60, 160) +
    ranges(s, 620, { heights: [0.42, 0.3, 0.18] }) +
    cypress(s, 620, 660, 250, { fade: 0.2 }) +
    pine(s, 860, 660, 210, { fade: 0.15 }) +
    bush(s, 750, 660, 420, 60) +
    rect(0, 610, s.width, 400, s.palette.granite[1]) +
    steps +
    stoneWall(s, left, { course: 38 }) +
    poly(
      [[430, -10], [500, 60], [500, 690], [430, 760]],
      s.palette.granite[2],
    ) +
    poly(
      [[1070, -10], [1000, 70], [1000, 690], [1070, 760]],
      mix(s.palette.walls[2], s.palette.shade, 0.25),
    ) +
    poly(right, s.palette.walls[3]) +
    stoneWall(
      s,
      [[1070, 560], [1510, 650], [1510, 1010], [1070, 760]],
      { course: 34 },
    ) +
    poly(
      [[-10, -10], [430, -10], [430, 760], [-10, 1010]],
      s.gradient(
        [[0, s.palette.ink, 0.32], [1, s.palette.ink, 0]],
        { across: true },
      ),
    ) +
    poly(
      [[410, -10], [540, 46], [540, 70], [400, 12]],
      s.palette.roof[1],
    ) +
    poly(
      [[1090, -10], [960, 54], [960, 78], [1100, 12]],
      s.palette.roof[0],
    ) +
    window(s, 180, 150, 96, 160, { shutters: s.palette.sea[1], pots: true }) +
    window(s, 200, 480, 90, 150, { shutters: s.palette.sea[1], pots: true }) +
    window(s, 1240, 130, 96, 160, { shutters: s.palette.veg[1], pots: true }) +
    window(s, 1150, 400, 70, 120, { shutters: s.palette.veg[1] }) +
    path("M1320 960V560Q1390 470 1460 560V1000Z", s.palette.granite[0]) +
    path("M1336 960V566Q1390 494 1444 566V1000Z", s.palette.sea[1]) +
    rect(1388, 522, 4, 470, s.palette.ink, { opacity: 0.4 }) +
    climber(
      s,
      [[1080, 540], [1140, 580], [1260, 600], [1320, 500], [1400, 450], [1510, 430]],
      104,
    ) +
    climber(
      s,
      [[430, 300], [470, 380], [480, 520]],
      60,
    ) +
    wallLantern(s, 400, 330, 42) +
    stroke(
      [[430, 120], [1070, 160]],
      s.palette.ink,
      2,
      { opacity: 0.5 },
    ) +
    repeat(5, (i) =>
      rect(520 + i * 96, 128 + i * 6, 66, 84 + (i % 2) * 26, [s.palette.cream, s.palette.sea[2], s.palette.accent, s.palette.cream, s.palette.glow][i]),
    ) +
    potted(s, 560, 745, 76, { kind: "flowers" }) +
    potted(s, 500, 815, 100, { kind: "lemon" }) +
    potted(s, 400, 900, 130, { kind: "flowers", colours: [s.palette.accent, s.palette.glow] }) +
    potted(s, 270, 985, 150, { kind: "agave" }) +
    potted(s, 950, 745, 76, { kind: "agave" }) +
    potted(s, 1020, 815, 96, { kind: "flowers" }) +
    potted(s, 1130, 905, 130, { kind: "olive" }) +
    potted(s, 1240, 985, 150, { kind: "flowers", colours: [s.palette.bloom[0], s.palette.cream] })
  );
}

/** The courtyard at nightfall: lit windows, a pergola of wisteria, a laid table. */
function courtyard(s) {
  const ground = 740;
  const wall = (outline) => stoneWall(s, outline, { course: 30 });
  const glowAt = (x, y, r) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${s.radial([[0, s.palette.glow, 0.45], [1, s.palette.glow, 0]])}"/>`;
  return (
    sky(s, 500) +
    stars(s, 90, 420) +
    ranges(s, 520, { heights: [0.34, 0.26, 0.16], haze: 0.2 }) +
    cypress(s, 720, 520, 300) +
    cypress(s, 800, 520, 250) +
    pine(s, 660, 520, 170) +
    wall(box(560, 470, 950, ground)) +
    rect(560, 462, 390, 14, s.palette.roof[1]) +
    wall(box(-10, 230, 570, ground)) +
    tiledRoof(s, -200, 570, 234, 110, { inset: 60 }) +
    wall(box(940, 200, 1510, ground)) +
    tiledRoof(s, 940, 1700, 204, 120, { inset: 70 }) +
    window(s, 120, 310, 84, 124, { shutters: s.palette.veg[1], lit: 1 }) +
    window(s, 380, 310, 84, 124, { shutters: s.palette.veg[1], lit: 1 }) +
    glowAt(162, 370, 170) +
    glowAt(422, 370, 170) +
    window(s, 1030, 290, 90, 130, { shutters: s.palette.veg[1], lit: 1 }) +
    window(s, 1290, 290, 90, 130, { shutters: s.palette.veg[1], lit: 1 }) +
    glowAt(1075, 350, 180) +
    glowAt(1335, 350, 180) +
    door(s, 1040, ground, 130, 210, s.palette.wood[2]) +
    rect(1052, 540, 106, 60, s.palette.windowLit) +
    wallLantern(s, 990, 560, 34) +
    path("M620 740V590Q750 490 880 590V740Z", s.palette.ink, { opacity: 0.55 }) +
    path("M650 740V606Q750 524 850 606V740Z", s.palette.veg[2]) +
    flowering(s, 750, 740, 190, 80) +
    rect(0, ground, s.width, 270, s.palette.lime[2]) +
    repeat(6, (i) => rect(0, ground + 10 + i * i * 8, s.width, 2.5, s.palette.lime[3], { opacity: 0.6 })) +
    repeat(12, (i) =>
      stroke(
        [[i * 140, ground], [(i - 5.5) * 330 + 750, 1000]],
        s.palette.lime[3],
        2,
        { opacity: 0.5 },
      ),
    ) +
    glowAt(700, 860, 420) +
    pergola(s, 60, 640, 500, 900, { depth: 54, posts: 2 }) +
    climber(
      s,
      [[20, 452], [200, 440], [400, 446], [680, 452]],
      88,
    ) +
    garland(s, 660, 470, 1000, 300, 70) +
    bistroChair(s, 170, 930, 220, { colour: s.palette.cream }) +
    bistroChair(s, 560, 930, 220, { colour: s.palette.cream, flip: true }) +
    roundTable(s, 365, 940, 330, 170, { cloth: s.palette.cream }) +
    bottle(s, 340, 766, 150) +
    glass(s, 270, 776, 76, { wine: true, drink: s.palette.bloom[1] }) +
    glass(s, 440, 776, 76, { wine: true, drink: s.palette.bloom[1] }) +
    wallLantern(s, 390, 744, 28) +
    potted(s, 900, 800, 130, { kind: "lemon" }) +
    potted(s, 1230, 800, 140, { kind: "flowers" }) +
    potted(s, 1400, 880, 220, { kind: "olive" }) +
    grassTuft(s, 1020, 1000, 60, s.palette.veg[1]) +
    roundTree(s, 1500, 1020, 420, { foliage: frameFoliage(s) })
  );
}

export const compositions = [
  { seed: 6, palette: "noon", light: 1, draw: underThePlaneTree },
  { seed: 9, palette: "sunset", light: 1, draw: courtyard },
  { seed: 3, palette: "dawn", light: 1, draw: steppedLane },
];
