// Town hotels: a façade on the square, a corner lit in the evening, the roof terrace over the old port.
import { houseRow, tiledRoof, townHouse, window } from "../lib/buildings.mjs";
import { campanile } from "../lib/towers.mjs";
import { awning, garland, railing, wallLantern } from "../lib/terrace.mjs";
import { bistroChair, roundTable, sunshade } from "../lib/outdoor.mjs";
import { bush, palm, potted, roundTree } from "../lib/plants.mjs";
import { bouquet, cup, glass } from "../lib/tableware.mjs";
import { smallCar } from "../lib/vehicles.mjs";
import { sofa } from "../lib/furniture.mjs";
import { moored, sail } from "../lib/boats.mjs";
import { clouds, ranges, sky, stars, sun } from "../lib/sky.mjs";
import { glitter, sea } from "../lib/water.mjs";
import { circle, ellipse, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const balcony = (s, x, y, width) =>
  rect(x - 8, y, width + 16, 10, s.palette.lime[0]) +
  rect(x - 8, y + 10, width + 16, 5, s.palette.lime[2]) +
  railing(s, x - 4, x + width + 4, y + 4, 44, { step: 10 });

/** Four floors of tall windows with balconies, a door with a canopy, planes on the square. */
function onTheSquare(s) {
  const ground = 850;
  const [x0, x1, top] = [330, 1170, 190];
  const wall = s.palette.walls[1];
  const floors = repeat(3, (row) => {
    const y = 250 + row * 152;
    const line = rect(x0, y - 34, x1 - x0, 8, s.lit(wall, 0.5));
    return (
      line +
      repeat(6, (i) => {
        const x = x0 + 78 + i * 130;
        return (
          rect(x - 10, y - 10, 70, 8, s.lit(wall, 0.6)) +
          window(s, x, y, 50, 96, { shutters: s.palette.veg[1], lit: 0.5 }) +
          (row === 1 || i % 5 === 0 || (row === 0 && (i === 2 || i === 3)) ? balcony(s, x - 16, y + 92, 82) : "")
        );
      })
    );
  });
  const groundFloor =
    rect(x0, 690, x1 - x0, 160, s.lit(s.palette.lime[1], 0.2)) +
    rect(x0, 684, x1 - x0, 12, s.palette.lime[0]) +
    repeat(4, (i) => {
      const x = x0 + 40 + i * 110 + (i > 1 ? 330 : 0);
      return (
        path(`M${x} ${ground}V750A45 45 0 0 1 ${x + 90} 750V${ground}Z`, mix(s.palette.window, s.palette.ink, 0.2)) +
        rect(x + 42, 706, 5, 144, s.palette.cream)
      );
    }) +
    rect(660, 716, 180, 134, s.palette.ink) +
    rect(672, 726, 74, 124, s.lit(s.palette.window, 0.25)) +
    rect(754, 726, 74, 124, s.lit(s.palette.window, 0.25)) +
    awning(s, 630, 870, 690, 50, { colour: s.palette.accent }) +
    wallLantern(s, 640, 770, 22) +
    wallLantern(s, 862, 770, 22);
  const sign = rect(620, 640, 260, 40, s.palette.ink) + repeat(5, (i) => pill(650 + i * 44, 656, 28, 8, s.palette.glow));
  const stars4 = repeat(4, (i) =>
    poly(
      Array.from({ length: 10 }, (_, k) => {
        const a = (k * Math.PI) / 5 - Math.PI / 2;
        const r = k % 2 ? 4 : 10;
        return [702 + i * 32 + Math.cos(a) * r, 604 + Math.sin(a) * r];
      }),
      s.palette.cream,
    ),
  );
  const hotel =
    rect(x0, top, x1 - x0, ground - top, wall) +
    rect(x0, top, 46, ground - top, s.palette.shade, { opacity: 0.2 }) +
    floors +
    groundFloor +
    tiledRoof(s, x0, x1, top + 4, 66, { inset: 70, overhang: 22 });
  return (
    sky(s, ground) +
    sun(s, 1330, 150, 58) +
    clouds(s, 4, 50, 160) +
    ranges(s, ground, { heights: [0.62, 0.5, 0.4] }) +
    townHouse(s, -40, ground, 220, 520, { wall: s.palette.walls[3] }) +
    townHouse(s, 170, ground, 170, 590, { wall: s.palette.walls[0] }) +
    townHouse(s, 1165, ground, 190, 560, { wall: s.palette.walls[2] }) +
    townHouse(s, 1345, ground, 200, 500, { wall: s.palette.walls[4] }) +
    campanile(s, 110, 420, 60, 250) +
    hotel +
    sign +
    stars4 +
    rect(0, ground, s.width, 160, s.palette.lime[1]) +
    rect(0, ground, s.width, 8, s.palette.lime[3], { opacity: 0.6 }) +
    repeat(9, (i) =>
      stroke(
        [[i * 190, ground + 8], [(i - 4) * 330 + 750, 1000]],
        s.palette.lime[2],
        2,
      ),
    ) +
    stroke(
      [[0, 920], [1500, 920]],
      s.palette.lime[2],
      2,
    ) +
    roundTree(s, 120, 900, 440) +
    roundTree(s, 1390, 905, 460) +
    potted(s, 600, 880, 110, { kind: "cypress", clay: s.palette.cream }) +
    potted(s, 900, 880, 110, { kind: "cypress", clay: s.palette.cream }) +
    bistroChair(s, 290, 955, 120, { colour: s.palette.accent }) +
    bistroChair(s, 460, 955, 120, { colour: s.palette.accent, flip: true }) +
    roundTable(s, 375, 955, 120, 86, { top: s.palette.cream }) +
    bistroChair(s, 1050, 965, 124, { colour: s.palette.accent }) +
    bistroChair(s, 1230, 965, 124, { colour: s.palette.accent, flip: true }) +
    roundTable(s, 1140, 965, 124, 88, { top: s.palette.cream }) +
    sunshade(s, 1140, 970, 190, { colour: s.palette.cream, height: 1.4 })
  );
}

/** A corner building at dusk, its windows lit, a car at the kerb, the sea at the end of the street. */
function cornerAtDusk(s) {
  const ground = 800;
  const wall = s.palette.walls[2];
  const dim = s.shaded(wall, 0.42);
  const corner = 760;
  const slope = (x, y) => y + ((x - corner) / (1520 - corner)) * (y < 500 ? -0.42 : 0.06) * (Math.abs(500 - y) + 60);
  const sideFace = (y0, y1, fill) =>
    poly(
      [[corner, y0], [1520, slope(1520, y0)], [1520, slope(1520, y1)], [corner, y1]],
      fill,
    );
  const sideWindow = (x, y, w, h, fill) =>
    poly(
      [
        [x, slope(x, y)], [x + w, slope(x + w, y)], [x + w, slope(x + w, y + h)], [x, slope(x, y + h)],
      ],
      fill,
    );
  const lights = () => (s.random.chance(0.62) ? s.palette.windowLit : s.palette.window);
  const sides = repeat(
    4,
    (row) =>
      sideFace(232 + row * 140, 240 + row * 140, s.lit(wall, 0.3)) +
      repeat(5, (i) => {
        const x = 810 + i * 140;
        const y = 270 + row * 140;
        return (
          sideWindow(x - 26, y, 24, 82, s.palette.sea[1]) +
          sideWindow(x, y, 48, 82, lights()) +
          sideWindow(x + 50, y, 24, 82, s.palette.sea[0])
        );
      }),
  );
  const fronts = repeat(
    4,
    (row) =>
      repeat(2, (i) => window(s, 440 + i * 150, 270 + row * 140, 54, 84, { shutters: s.palette.sea[0], lit: 0.7 })) +
      rect(380, 232 + row * 140, 380, 7, s.shaded(wall, 0.1)),
  );
  const shop =
    rect(380, 690, 380, 110, s.palette.ink) +
    rect(400, 704, 150, 96, s.palette.windowLit) +
    rect(590, 704, 150, 96, s.palette.windowLit) +
    awning(s, 386, 754, 660, 56, { colour: s.palette.accent }) +
    sideWindow(790, 690, 700, 110, s.palette.ink) +
    repeat(5, (i) => sideWindow(810 + i * 140, 704, 110, 96, s.palette.windowLit));
  const hotelSign =
    rect(330, 300, 44, 250, s.palette.accent, { rx: 6 }) +
    repeat(5, (i) => circle(352, 330 + i * 48, 11, s.palette.glow)) +
    circle(
      352,
      420,
      170,
      s.radial([[0, s.palette.glow, 0.5], [1, s.palette.glow, 0]]),
    ) +
    rect(374, 340, 14, 6, s.palette.ink) +
    rect(374, 500, 14, 6, s.palette.ink);
  return (
    sky(s, 640) +
    stars(s, 60, 330) +
    sun(s, 170, 400, 66) +
    clouds(s, 3, 90, 220) +
    ranges(s, 610, { heights: [0.12, 0.08, 0.04] }) +
    sea(s, 610, { bottom: 720 }) +
    glitter(s, 170, 610, 700) +
    sail(s, 240, 650, 46) +
    palm(s, 70, 800, 380, { lean: 0.05 }) +
    palm(s, 260, 790, 260, { lean: -0.05 }) +
    rect(-10, 700, 400, 110, s.palette.lime[2]) +
    rect(0, 694, 390, 10, s.palette.lime[0]) +
    rect(380, 200, 380, 600, dim) +
    sideFace(200, 800, wall) +
    sides +
    fronts +
    shop +
    poly(
      [
        [360, 206], [corner + 4, 206], [1520, slope(1520, 206) - 4], [1520, slope(1520, 180) - 24], [corner, 168],
        [400, 168],
      ],
      s.palette.roof[0],
    ) +
    poly(
      [[360, 206], [corner, 206], [corner, 168], [400, 168]],
      s.palette.roof[1],
    ) +
    hotelSign +
    rect(0, ground, s.width, 200, s.palette.road[1]) +
    rect(0, ground, s.width, 34, s.palette.lime[2]) +
    rect(0, ground + 34, s.width, 8, s.palette.lime[3]) +
    repeat(6, (i) => pill(60 + i * 270, 918, 130, 9, s.palette.glow, { opacity: 0.5 })) +
    repeat(5, (i) => ellipse(830 + i * 150, 860, 70, 20, s.palette.glow, { opacity: 0.2 })) +
    potted(s, 570, 830, 120, { kind: "olive", clay: s.palette.rock[2] }) +
    potted(s, 430, 826, 90, { kind: "bush" }) +
    potted(s, 730, 830, 90, { kind: "bush" }) +
    smallCar(s, 1010, 936, 330, { colour: s.palette.accent }) +
    rect(250, 560, 10, 290, s.palette.ink) +
    wallLantern(s, 255, 545, 40)
  );
}

/** The roof terrace at dawn: sofas, plants, roofs and the port below. */
function roofTerrace(s) {
  const horizon = 400;
  const floor = 760;
  return (
    sky(s, horizon) +
    sun(s, 480, 200, 66) +
    clouds(s, 4, 60, 160) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.07] }) +
    sea(s, horizon, { bottom: 780 }) +
    glitter(s, 480, horizon, 600) +
    sail(s, 640, 470, 56) +
    moored(s, 330, 500, 70) +
    moored(s, 180, 540, 84) +
    houseRow(s, 820, 1540, 560, { width: 56, height: (t) => 90 + 70 * t, fade: 0.2 }) +
    campanile(s, 1100, 560, 50, 250) +
    houseRow(s, 700, 1540, 660, { width: 70, height: (t) => 70 + 80 * t, fade: 0.08 }) +
    houseRow(s, -20, 420, 690, { width: 76, height: (t) => 130 - 70 * t, fade: 0.06 }) +
    houseRow(s, 330, 1540, 770, { width: 96, height: 100 }) +
    railing(s, -10, 1510, floor, 130, { colour: s.palette.ink, step: 18 }) +
    rect(0, floor, s.width, 240, s.palette.wood[0]) +
    repeat(8, (i) => rect(0, floor + i * i * 5 + i * 6, s.width, 3, s.palette.wood[2], { opacity: 0.35 })) +
    rect(0, floor, s.width, 12, s.palette.lime[0]) +
    potted(s, 70, 880, 190, { kind: "olive", clay: s.palette.cream }) +
    potted(s, 1440, 880, 190, { kind: "lemon" }) +
    bush(s, 720, floor + 2, 260, 50) +
    sofa(s, 420, 930, 560, { colour: s.palette.cream, cushions: [s.palette.accent, s.palette.sea[1]] }) +
    sofa(s, 1150, 930, 480, { colour: s.palette.cream, cushions: [s.palette.bloom[0], s.palette.sea[2]] }) +
    roundTable(s, 790, 975, 230, 120, { top: s.palette.wood[1] }) +
    bouquet(s, 790, 858, 100) +
    glass(s, 720, 862, 60, { drink: s.palette.accent, wine: true }) +
    cup(s, 860, 864, 50) +
    rect(20, 60, 12, 720, s.palette.wood[2]) +
    rect(1468, 60, 12, 720, s.palette.wood[2]) +
    garland(s, 26, 90, 750, 90, 90) +
    garland(s, 750, 90, 1474, 90, 90)
  );
}

export const compositions = [
  { seed: 2, palette: "noon", light: 1, draw: onTheSquare },
  { seed: 3, palette: "sunset", light: 1, draw: cornerAtDusk },
  { seed: 5, palette: "dawn", light: -1, draw: roofTerrace },
];
