// Fishing harbours: the coloured quay, the lighthouse mole at sunset, a café table by the boats.
import { houseRow, window } from "../lib/buildings.mjs";
import { campanile } from "../lib/towers.mjs";
import { awning, garland } from "../lib/terrace.mjs";
import { bush, palm, potted } from "../lib/plants.mjs";
import { bistroChair, roundTable } from "../lib/outdoor.mjs";
import { cup, glass } from "../lib/tableware.mjs";
import { moored, pointu, sail } from "../lib/boats.mjs";
import { clouds, hill, ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, reflection, ripples, sea } from "../lib/water.mjs";
import { boulder } from "../lib/rock.mjs";
import { circle, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const hulls = (s) => [s.palette.accent, s.palette.sea[1], s.palette.cream, s.palette.veg[1], s.palette.rock[1], s.palette.sea[0]];

/** The quay face on: five tall houses with shops below, boats and their reflections. */
function faceOfTheQuay(s) {
  const quay = 640;
  const widths = [230, 190, 250, 200, 235, 200, 250];
  let x = -30;
  const houses = widths
    .map((width, i) => {
      const height = [400, 470, 360, 500, 420, 455, 390][i];
      const wall = [s.palette.walls[2], s.palette.walls[0], s.palette.walls[3], s.palette.walls[1], s.palette.walls[4], s.palette.rock[0], s.palette.walls[0]][i];
      const shutters = [s.palette.veg[1], s.palette.sea[1], s.palette.veg[0], s.palette.window, s.palette.sea[0], s.palette.veg[1], s.palette.sea[1]][i];
      const drawn = quayHouse(s, x, quay, width, height, wall, shutters, i);
      x += width - 2;
      return drawn;
    })
    .join("");
  const wharf =
    rect(0, quay - 3, s.width, 26, s.palette.lime[1]) +
    rect(0, quay + 22, s.width, 34, s.palette.lime[3]) +
    repeat(12, (i) => pill(40 + i * 128, quay + 26, 16, 40, s.palette.ink, { opacity: 0.35 }));
  const boats = [
    [150, 740, 130], [420, 720, 105], [690, 752, 140], [960, 725, 110], [1230, 748, 135], [1440, 722, 100], [300, 880, 210],
    [820, 905, 235], [1290, 900, 215],
  ];
  return (
    sky(s, quay) +
    clouds(s, 4, 60, 150) +
    ranges(s, quay, { heights: [0.5, 0.4, 0.3] }) +
    campanile(s, 868, quay, 60, 520) +
    houses +
    repeat(5, (i) => palm(s, 110 + i * 330, quay, 210, { lean: i % 2 ? 0.06 : -0.05 })) +
    wharf +
    rect(
      0,
      quay + 56,
      s.width,
      s.height,
      s.gradient([
        [0, s.palette.sea[2]],
        [0.4, s.palette.sea[1]],
        [1, s.palette.sea[0]],
      ]),
    ) +
    reflection(s, houses, quay + 56, { squash: 0.62, opacity: 0.34 }) +
    ripples(s, [0, 1500], [quay + 70, 990], 90, s.palette.foam, 0.35, 120) +
    ripples(s, [0, 1500], [quay + 70, 990], 50, s.palette.sea[0], 0.4, 150) +
    boats.map(([bx, by, size], i) => pointu(s, bx, by, size, hulls(s)[i % 6])).join("")
  );
}

function quayHouse(s, x, base, width, height, wall, shutters, i) {
  const top = base - height;
  const roof =
    poly(
      [[x - 8, top], [x + 26, top - 36], [x + width - 26, top - 36], [x + width + 8, top]],
      s.palette.roof[i % 2],
    ) + rect(x - 8, top - 2, width + 16, 9, s.shaded(s.palette.roof[1], 0.3));
  const columns = width > 215 ? 3 : 2;
  const step = width / columns;
  const floors = Math.floor((height - 110) / 96);
  const windows = repeat(floors * columns, (k) => {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    return window(s, x + step * (column + 0.5) - 15, top + 34 + row * ((height - 120) / floors), 30, 56, {
      shutters,
      lit: 0.4,
      pots: row === floors - 1 && (column + i) % 2 === 0,
    });
  });
  const shop =
    rect(x + 24, base - 82, width - 48, 82, mix(s.palette.window, s.palette.ink, 0.2)) +
    rect(x + width * 0.46, base - 82, 8, 82, wall) +
    awning(s, x + 14, x + width - 14, base - 104, 40, { colour: [s.palette.accent, s.palette.sea[1], s.palette.veg[1]][i % 3] });
  const shade = rect(s.light > 0 ? x : x + width - 26, top, 26, height, s.palette.shade, { opacity: 0.16 });
  return rect(x, top, width, height, wall) + rect(x, base - 116, width, 7, s.lit(wall, 0.5)) + windows + shop + shade + roof;
}

/** Sunset over the mole: lighthouse, masts and a hill town behind. */
function theLighthouse(s) {
  const horizon = 560;
  const sunX = 420;
  const town = hill(
    s,
    [[780, 560], [900, 500], [1060, 430], [1240, 370], [1400, 350], [1520, 360]],
    s.palette.veg[1],
    s.palette.veg[0],
    640,
  );
  const tower =
    poly(
      [[246, 390], [302, 390], [316, 620], [232, 620]],
      s.palette.cream,
    ) +
    poly(
      [[302, 390], [316, 620], [284, 620], [280, 390]],
      s.shaded(s.palette.cream, 0.34),
    ) +
    poly(
      [[241, 450], [306.5, 450], [310, 510], [238, 510]],
      s.palette.accent,
    ) +
    poly(
      [[280, 450], [306.5, 450], [310, 510], [281, 510]],
      s.shaded(s.palette.accent, 0.35),
    ) +
    rect(236, 378, 76, 14, s.palette.ink) +
    rect(252, 336, 44, 42, s.palette.windowLit) +
    rect(272, 336, 4, 42, s.palette.ink) +
    path("M246 338Q274 300 302 338Z", s.palette.accent) +
    circle(
      274,
      356,
      110,
      s.radial([[0, s.palette.glow, 0.7], [1, s.palette.glow, 0]]),
    ) +
    path("M262 620V576Q274 560 286 576V620Z", s.palette.ink);
  const mole =
    path("M-20 616H560L620 650H-20Z", s.palette.lime[2]) +
    rect(-20, 606, 560, 14, s.palette.lime[1]) +
    repeat(9, (i) => boulder(s, 30 + i * 72, 662, 104, 40, s.palette.granite));
  const marina = repeat(8, (i) =>
    moored(s, 830 + i * 92, 690 + (i % 3) * 16, 96 + (i % 3) * 14, i % 3 === 1 ? s.palette.accent : s.palette.cream),
  );
  const town2 = houseRow(s, 830, 1540, 640, { width: 58, height: (t) => 80 + 40 * Math.sin(t * 3), lit: 0.5 });
  const upper =
    houseRow(s, 1030, 1540, 540, { width: 48, height: (t) => 60 + 60 * t, fade: 0.12, lit: 0.5 }) +
    campanile(s, 1290, 500, 40, 175);
  const pontoon =
    rect(800, 742, 720, 12, s.palette.wood[1]) +
    rect(800, 754, 720, 8, s.palette.wood[2]) +
    repeat(9, (i) => rect(820 + i * 84, 730, 9, 50, s.palette.wood[2]));
  return (
    sky(s, horizon) +
    sun(s, sunX, 250, 84) +
    clouds(s, 4, 70, 240) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.06] }) +
    sea(s, horizon) +
    reflection(s, town2 + upper, 646, { squash: 0.6, opacity: 0.42 }) +
    town +
    upper +
    bush(s, 940, 610, 180, 60) +
    town2 +
    rect(800, 636, 740, 14, s.palette.lime[1]) +
    rect(800, 648, 740, 12, s.palette.lime[3]) +
    glitter(s, sunX + 60, horizon, 980) +
    marina +
    pontoon +
    reflection(s, tower, 660, { squash: 0.7, opacity: 0.4 }) +
    tower +
    mole +
    sail(s, 650, 610, 66) +
    pointu(s, 520, 850, 250, s.palette.accent) +
    pointu(s, 1050, 890, 190, s.palette.sea[1]) +
    pointu(s, 160, 800, 130, s.palette.veg[1])
  );
}

/** Breakfast time on the terrace: a table, two chairs, and the boats one step away. */
function cafeByTheBoats(s) {
  const horizon = 430;
  const floor = 760;
  return (
    sky(s, horizon) +
    sun(s, 1010, 215, 58) +
    clouds(s, 4, 60, 180) +
    ranges(s, horizon, { heights: [0.17, 0.12, 0.07] }) +
    sea(s, horizon, { bottom: floor }) +
    glitter(s, 1010, horizon, floor - 20) +
    houseRow(s, -20, 430, 480, { width: 52, height: (t) => 110 - 40 * t, fade: 0.22 }) +
    campanile(s, 200, 470, 36, 190) +
    rect(-20, 478, 480, 12, s.palette.lime[2]) +
    sail(s, 720, 480, 56) +
    moored(s, 560, 560, 100) +
    moored(s, 1250, 580, 130, s.palette.accent) +
    pointu(s, 860, 640, 170, s.palette.sea[1]) +
    pointu(s, 380, 690, 210, s.palette.accent) +
    pointu(s, 1180, 714, 190, s.palette.cream) +
    rect(0, floor, s.width, 240, s.palette.lime[1]) +
    rect(0, floor, s.width, 16, s.palette.lime[0]) +
    rect(0, floor + 16, s.width, 10, s.palette.lime[3], { opacity: 0.5 }) +
    repeat(9, (i) =>
      stroke(
        [[100 + i * 170, floor + 26], [-250 + i * 250, 1000]],
        s.palette.lime[2],
        3,
      ),
    ) +
    stroke(
      [[0, 860], [1500, 860]],
      s.palette.lime[2],
      3,
    ) +
    repeat(4, (i) => pill(120 + i * 400, floor - 34, 40, 42, s.palette.ink) + pill(110 + i * 400, floor - 42, 60, 16, s.palette.ink)) +
    bistroChair(s, 560, 955, 300, { colour: s.palette.accent }) +
    bistroChair(s, 1010, 955, 300, { colour: s.palette.accent, flip: true }) +
    roundTable(s, 785, 965, 330, 250, { top: s.palette.cream }) +
    cup(s, 720, 716, 64) +
    cup(s, 850, 718, 64, { flip: true }) +
    glass(s, 790, 706, 66, { drink: "#f3a24a" }) +
    awning(s, -30, 1530, -10, 130, { colour: s.palette.sea[1] }) +
    potted(s, 1350, 970, 200, { kind: "flowers" }) +
    potted(s, 160, 975, 230, { kind: "lemon" }) +
    garland(s, -10, 170, 1510, 170, 50)
  );
}

export const compositions = [
  { seed: 4, palette: "noon", light: 1, draw: faceOfTheQuay },
  { seed: 8, palette: "sunset", light: -1, draw: theLighthouse },
  { seed: 6, palette: "dawn", light: 1, draw: cafeByTheBoats },
];
