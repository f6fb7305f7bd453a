// Mountain villages: hung on their ridge, the church square, and roofs among chestnut trees at dawn.
import { box, houseRow, stoneWall, tiledRoof, townHouse, window } from "../lib/buildings.mjs";
import { campanile } from "../lib/towers.mjs";
import { awning, garland, wallLantern } from "../lib/terrace.mjs";
import { bush, cypress, flowering, foreground, frameFoliage, laricio, pine, potted, roundTree } from "../lib/plants.mjs";
import { bistroChair, roundTable } from "../lib/outdoor.mjs";
import { boulder, needles } from "../lib/rock.mjs";
import { clouds, hill, ranges, sky, stars, sun } from "../lib/sky.mjs";
import { ellipse, path, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** Tall granite houses in steps along a spur; peaks behind, valley below. */
function onItsRidge(s) {
  const stone = [
    s.palette.granite[0],
    mix(s.palette.granite[0], s.palette.walls[0], 0.5),
    s.palette.walls[0],
    s.palette.walls[3],
    mix(s.palette.granite[1], s.palette.walls[1], 0.4),
  ];
  const stepped = (x0, x1, baseAt, width, height, fade) => {
    let [x, drawn] = [x0, ""];
    while (x < x1) {
      const w = width * s.random.range(0.8, 1.25);
      drawn += townHouse(s, x, baseAt(x) + 60, w, height * s.random.range(0.8, 1.2) + 60, { fade, wall: s.random.pick(stone) });
      x += w * 0.98;
    }
    return drawn;
  };
  const crest = (x) => 560 - 190 * Math.exp(-Math.pow((x - 820) / 300, 2));
  return (
    sky(s, 700) +
    sun(s, 240, 180, 62) +
    clouds(s, 4, 60, 190) +
    ranges(s, 640, { heights: [0.5, 0.38] }) +
    needles(s, {
      x0: 880,
      x1: 1620,
      base: 640,
      summits: [[1010, 380], [1110, 260], [1200, 310], [1300, 190], [1390, 280], [1490, 240]],
      tones: s.palette.granite,
      fade: 0.55,
    }) +
    hill(
      s,
      [[-20, 600], [200, 540], [460, 600], [760, 560], [1100, 600], [1520, 540]],
      s.faded(s.palette.veg[1], 0.35),
      s.faded(s.palette.veg[0], 0.3),
    ) +
    stepped(560, 1090, (x) => crest(x) - 10, 62, 110, 0.16) +
    campanile(s, 830, crest(830) + 10, 56, 250) +
    stepped(470, 1180, (x) => crest(x) + 66, 76, 105, 0.04) +
    bush(s, 480, 690, 200, 60) +
    stepped(400, 1270, (x) => crest(x) * 0.5 + 388, 88, 96, 0) +
    path("M-20 800Q180 720 330 700T620 690Q860 700 1080 690T1340 690Q1440 720 1520 760V1020H-20Z", s.palette.veg[1]) +
    path("M-20 870Q300 770 640 760T1200 760Q1400 790 1520 850V1020H-20Z", s.palette.veg[0]) +
    repeat(
      4,
      (i) =>
        stoneWall(
          s,
          [
            [420 + i * 30, 738 + i * 40], [1180 - i * 60, 734 + i * 40], [1180 - i * 60, 754 + i * 40],
            [420 + i * 30, 758 + i * 40],
          ],
          { course: 12 },
        ) + repeat(7, (k) => roundTree(s, 460 + i * 30 + k * 100, 776 + i * 40, 64 + i * 8, { silver: 0.28 })),
    ) +
    cypress(s, 360, 730, 170) +
    cypress(s, 1290, 720, 190) +
    cypress(s, 1330, 730, 150) +
    path("M-20 1020Q200 900 520 940T1520 920V1020Z", s.palette.veg[2]) +
    pine(s, 130, 1000, 480, { foliage: frameFoliage(s), lean: 0.04 }) +
    bush(s, 1300, 1010, 560, 120) +
    bush(s, 700, 1020, 600, 80) +
    foreground(s, { width: 440, height: 140 })
  );
}

/** The square in the evening: church front, fountain, café tables under the lime tree. */
function churchSquare(s) {
  const ground = 760;
  const front = s.palette.walls[0];
  const church =
    rect(520, 380, 420, 380, front) +
    rect(520, 380, 56, 380, s.palette.shade, { opacity: 0.2 }) +
    path("M500 380Q560 376 590 330Q640 250 730 236Q820 250 870 330Q900 376 960 380Z", front) +
    path("M500 380Q560 376 590 330Q640 250 730 236Q820 250 870 330Q900 376 960 380", "none", {
      stroke: s.palette.lime[0],
      "stroke-width": 14,
    }) +
    rect(496, 376, 468, 16, s.palette.lime[0]) +
    rect(506, 560, 448, 10, s.palette.lime[0]) +
    repeat(4, (i) => rect(534 + i * 128, 392, 26, 368, s.lit(front, 0.35))) +
    path("M672 760V640A58 58 0 0 1 788 640V760Z", s.palette.wood[2]) +
    rect(728, 590, 4, 170, s.palette.ink, { opacity: 0.5 }) +
    path("M660 762V640A70 70 0 0 1 800 640V762", "none", { stroke: s.palette.lime[0], "stroke-width": 14 }) +
    ellipse(730, 450, 44, 44, s.palette.windowLit) +
    ellipse(730, 450, 44, 44, "none", { stroke: s.palette.lime[0], "stroke-width": 12 }) +
    rect(726, 410, 8, 80, s.palette.lime[0]) +
    rect(690, 446, 80, 8, s.palette.lime[0]) +
    repeat(2, (i) => path(`M${578 + i * 264} 740V640A20 20 0 0 1 ${618 + i * 264} 640V740Z`, s.shaded(front, 0.3))) +
    stroke("M730 236V196M716 210H744", s.palette.ink, 5);
  const fountain =
    ellipse(1080, 900, 170, 24, s.palette.ink, { opacity: 0.25 }) +
    path("M930 830H1230L1210 896H950Z", s.palette.granite[1]) +
    path("M930 830H1000L1004 896H950Z", s.palette.granite[2]) +
    ellipse(1080, 830, 150, 20, s.palette.granite[0]) +
    ellipse(1080, 831, 130, 14, s.palette.sea[2]) +
    rect(1060, 690, 40, 140, s.palette.granite[1]) +
    rect(1048, 680, 64, 16, s.palette.granite[0]) +
    path("M1050 700Q1064 660 1080 650Q1096 660 1110 700Z", s.palette.granite[0]) +
    stroke("M1060 730Q1020 730 1014 828M1100 730Q1140 730 1146 828", s.palette.foam, 5, { opacity: 0.8 });
  return (
    sky(s, ground) +
    stars(s, 50, 260) +
    sun(s, 260, 240, 72) +
    clouds(s, 4, 80, 200) +
    ranges(s, ground, { heights: [0.6, 0.46, 0.34] }) +
    campanile(s, 440, ground, 90, 470) +
    stoneWall(s, box(-20, 420, 300, ground)) +
    tiledRoof(s, -60, 300, 424, 80) +
    window(s, 60, 490, 60, 96, { shutters: s.palette.veg[1], lit: 1 }) +
    window(s, 200, 490, 60, 96, { shutters: s.palette.veg[1], lit: 0 }) +
    rect(40, 650, 210, 110, s.palette.windowLit) +
    rect(140, 650, 8, 110, s.palette.wood[2]) +
    awning(s, 16, 280, 620, 54, { colour: s.palette.accent }) +
    church +
    houseRow(s, 955, 1180, ground, { width: 110, height: 300, lit: 0.6 }) +
    stoneWall(s, box(1190, 330, 1520, ground), { course: 30 }) +
    tiledRoof(s, 1190, 1560, 334, 90) +
    repeat(2, (i) => window(s, 1270 + i * 140, 410, 64, 100, { shutters: s.palette.sea[1], lit: 0.7, pots: true })) +
    path("M1290 760V640A50 50 0 0 1 1390 640V760Z", s.palette.wood[2]) +
    wallLantern(s, 1240, 600, 36) +
    wallLantern(s, 340, 560, 34) +
    rect(0, ground, s.width, 250, s.palette.lime[2]) +
    repeat(10, (i) =>
      stroke(
        [[i * 166, ground], [(i - 4.5) * 340 + 750, 1000]],
        s.palette.lime[3],
        2,
        { opacity: 0.5 },
      ),
    ) +
    repeat(4, (i) => rect(0, ground + 20 + i * i * 20, s.width, 3, s.palette.lime[3], { opacity: 0.5 })) +
    fountain +
    bistroChair(s, 330, 940, 180, { colour: s.palette.cream }) +
    bistroChair(s, 580, 940, 180, { colour: s.palette.cream, flip: true }) +
    roundTable(s, 455, 945, 180, 130, { cloth: s.palette.cream }) +
    roundTree(s, 130, 950, 800) +
    garland(s, 230, 560, 940, 470, 110) +
    potted(s, 640, 790, 110, { kind: "olive" }) +
    potted(s, 840, 790, 110, { kind: "olive" }) +
    potted(s, 1420, 850, 150, { kind: "flowers" }) +
    flowering(s, 1450, 1010, 320, 90)
  );
}

/** Slate and tile roofs in a high valley at dawn, smoke rising, a bell tower among chestnuts. */
function inTheValley(s) {
  const roofs = (x, base, width, height) =>
    stoneWall(s, box(x, base - height, x + width, base), { course: 20 }) +
    rect(x, base - height, width * 0.2, height, s.palette.shade, { opacity: 0.2 }) +
    tiledRoof(s, x, x + width, base - height + 3, height * 0.5, { inset: height * 0.46, overhang: 12 }) +
    repeat(Math.round(width / 74), (i) => window(s, x + 34 + i * 70, base - height + 26, 26, 42, { shutters: s.palette.sea[1] }));
  const smoke = (x, y) =>
    path(
      `M${x} ${y}Q${x - 26} ${y - 60} ${x + 8} ${y - 110}T${x + 12} ${y - 230}Q${x + 40} ${y - 170} ${x + 20} ${y - 110}T${x + 8} ${y}Z`,
      s.palette.cream,
      { opacity: 0.5 },
    );
  const chestnut = (x, y, h) => roundTree(s, x, y, h);
  return (
    sky(s, 640) +
    sun(s, 380, 160, 60) +
    clouds(s, 4, 60, 150) +
    needles(s, {
      x0: -200,
      x1: 1000,
      base: 640,
      summits: [[60, 330], [240, 250], [420, 330], [560, 290], [760, 400]],
      tones: s.palette.granite,
      fade: 0.6,
    }) +
    needles(s, {
      x0: 620,
      x1: 1700,
      base: 660,
      summits: [[860, 330], [1020, 210], [1150, 280], [1290, 180], [1440, 280]],
      tones: s.palette.granite,
      fade: 0.42,
    }) +
    rect(
      0,
      460,
      s.width,
      220,
      s.gradient([
        [0, s.palette.sky[2], 0],
        [1, s.palette.sky[2], 0.85],
      ]),
    ) +
    hill(
      s,
      [[-20, 600], [220, 540], [520, 600], [900, 640], [1200, 580], [1520, 520]],
      s.faded(s.palette.veg[1], 0.25),
      s.faded(s.palette.veg[0], 0.2),
    ) +
    repeat(12, (i) => laricio(s, 20 + i * 34, 610 - i * 2, s.random.range(70, 120), { fade: 0.2 })) +
    repeat(10, (i) => laricio(s, 1200 + i * 34, 610 - i * 6, s.random.range(80, 130), { fade: 0.16 })) +
    path("M-20 690Q400 620 800 660T1520 620V1020H-20Z", s.palette.grass[1]) +
    smoke(560, 560) +
    smoke(1010, 590) +
    roofs(430, 700, 220, 110) +
    campanile(s, 720, 720, 60, 270) +
    roofs(760, 710, 240, 120) +
    roofs(1010, 730, 200, 110) +
    chestnut(390, 730, 170) +
    chestnut(1230, 740, 190) +
    roofs(300, 800, 260, 130) +
    roofs(600, 800, 250, 140) +
    roofs(900, 820, 260, 140) +
    chestnut(260, 830, 200) +
    chestnut(580, 820, 130) +
    chestnut(880, 830, 140) +
    chestnut(1200, 850, 220) +
    bush(s, 730, 830, 200, 44) +
    path("M-20 850Q400 800 760 840T1520 810V1020H-20Z", s.palette.grass[0]) +
    path("M760 1020Q700 930 790 880T830 820H870Q860 880 880 920T960 1020Z", s.palette.sand[0]) +
    stoneWall(
      s,
      [[-20, 900], [640, 880], [640, 920], [-20, 950]],
      { course: 18 },
    ) +
    stoneWall(
      s,
      [[980, 890], [1520, 870], [1520, 920], [980, 930]],
      { course: 18 },
    ) +
    boulder(s, 1130, 1000, 190, 60) +
    flowering(s, 420, 1010, 420, 70, { colours: [s.palette.cream, s.palette.bloom[0], s.palette.glow] }) +
    flowering(s, 1380, 1010, 360, 80, { colours: [s.palette.cream, s.palette.bloom[0], s.palette.glow] }) +
    roundTree(s, 90, 1010, 620, { foliage: frameFoliage(s) })
  );
}

export const compositions = [
  { seed: 7, palette: "noon", light: 1, draw: onItsRidge },
  { seed: 2, palette: "sunset", light: 1, draw: churchSquare },
  { seed: 5, palette: "dawn", light: 1, draw: inTheValley },
];
