// Transfers: a taxi at the airport, the quay at sunset beside the ferry, the hotel's drive at dawn.
import { houseRow, tiledRoof, window } from "../lib/buildings.mjs";
import { campanile } from "../lib/towers.mjs";
import { awning, wallLantern } from "../lib/terrace.mjs";
import { bush, cypress, flowering, foreground, palm, pine, potted } from "../lib/plants.mjs";
import { plane, suitcase, taxi } from "../lib/vehicles.mjs";
import { ferry, sail } from "../lib/boats.mjs";
import { clouds, hill, ranges, sky, stars, sun } from "../lib/sky.mjs";
import { glitter, reflection, sea } from "../lib/water.mjs";
import { circle, ellipse, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const carriageway = (s, y) =>
  rect(0, y, s.width, s.height - y, s.palette.road[1]) +
  rect(0, y - 22, s.width, 22, s.palette.lime[1]) +
  rect(0, y - 4, s.width, 12, s.palette.lime[3]) +
  repeat(7, (i) => pill(30 + i * 240, y + (s.height - y) * 0.7, 130, 10, s.palette.cream, { opacity: 0.85 }));
const lamps = (s, x, base, height) =>
  rect(x - 4, base - height, 8, height, s.palette.ink) +
  stroke(`M${x} ${base - height}Q${x} ${base - height - 34} ${x + 50} ${base - height - 30}`, s.palette.ink, 7) +
  ellipse(x + 60, base - height - 26, 20, 8, s.palette.night ? s.palette.windowLit : s.palette.glow) +
  (s.palette.night
    ? circle(
        x + 60,
        base - height - 10,
        110,
        s.radial([[0, s.palette.glow, 0.6], [1, s.palette.glow, 0]]),
      )
    : "");

/** The arrivals door, palms, a plane climbing over the hills. */
function atTheAirport(s) {
  const ground = 770;
  const hall =
    path("M330 770V470Q700 330 1260 430V770Z", s.lit(s.palette.walls[0], 0.4)) +
    path("M270 486Q700 320 1340 424L1330 460Q700 366 290 520Z", s.palette.cream) +
    path("M290 520Q700 366 1330 460L1328 472Q700 380 294 532Z", s.shaded(s.palette.cream, 0.3)) +
    repeat(8, (i) => {
      const x = 390 + i * 104;
      return (
        rect(x, 540, 92, 230, mix(s.palette.window, s.palette.sea[2], 0.3)) +
        poly(
          [[x, 700], [x + 60, 540], [x + 86, 540], [x, 770]],
          s.palette.cream,
          { opacity: 0.16 },
        ) +
        rect(x + 44, 540, 4, 230, s.palette.cream)
      );
    }) +
    rect(380, 520, 850, 18, s.palette.cream) +
    rect(660, 620, 240, 150, mix(s.palette.window, s.palette.ink, 0.2)) +
    rect(778, 620, 5, 150, s.palette.cream) +
    rect(640, 596, 280, 30, s.palette.accent) +
    repeat(5, (i) => pill(680 + i * 42, 606, 28, 9, s.palette.cream));
  const tower =
    poly(
      [[1370, 770], [1378, 330], [1422, 330], [1430, 770]],
      s.lit(s.palette.walls[0], 0.3),
    ) +
    poly(
      [[1370, 770], [1378, 330], [1392, 330], [1388, 770]],
      s.palette.shade,
      { opacity: 0.25 },
    ) +
    poly(
      [[1346, 330], [1360, 262], [1440, 262], [1454, 330]],
      s.palette.window,
    ) +
    rect(1350, 250, 100, 16, s.palette.cream) +
    rect(1344, 326, 112, 14, s.palette.cream) +
    rect(1397, 200, 5, 52, s.palette.ink);
  return (
    sky(s, ground) +
    sun(s, 300, 170, 66) +
    clouds(s, 5, 70, 280) +
    ranges(s, 640, { heights: [0.32, 0.22, 0.12] }) +
    hill(
      s,
      [[-20, 640], [400, 600], [900, 630], [1520, 590]],
      s.palette.veg[0],
      s.palette.grass[0],
    ) +
    plane(s, 860, 190, 230, -12) +
    stroke("M300 330Q540 280 750 216", s.palette.cream, 6, { opacity: 0.4 }) +
    tower +
    hall +
    palm(s, 200, 780, 380) +
    palm(s, 90, 780, 300) +
    palm(s, 1270, 780, 330, { lean: -0.05 }) +
    bush(s, 230, 780, 320, 44) +
    flowering(s, 1330, 780, 300, 50) +
    rect(0, ground - 4, s.width, 40, s.palette.lime[1]) +
    carriageway(s, 826) +
    suitcase(s, 420, 812, 96, s.palette.accent) +
    suitcase(s, 486, 814, 70, s.palette.sea[1]) +
    lamps(s, 1180, 806, 300) +
    taxi(s, 760, 930, 560) +
    rect(1080, 690, 12, 120, s.palette.ink) +
    rect(1046, 640, 80, 60, s.palette.sea[0], { rx: 8 }) +
    pill(1060, 662, 52, 14, s.palette.glow)
  );
}

/** Evening on the port: the ferry just in, lamps lit. */
function onTheQuay(s) {
  const horizon = 500;
  const town =
    houseRow(s, -20, 520, 560, { width: 58, height: (t) => 170 - 70 * t, fade: 0.08, lit: 0.5 }) +
    campanile(s, 220, 540, 46, 250);
  return (
    sky(s, horizon) +
    stars(s, 50, 240) +
    sun(s, 660, 250, 80) +
    clouds(s, 4, 70, 220) +
    ranges(s, horizon, { heights: [0.14, 0.1, 0.05] }) +
    sea(s, horizon, { bottom: 780 }) +
    reflection(s, town, 562, { squash: 0.5, opacity: 0.4 }) +
    town +
    glitter(s, 660, horizon, 740) +
    sail(s, 600, 560, 50) +
    reflection(s, ferry(s, 1130, 690, 900), 694, { squash: 0.4, opacity: 0.3 }) +
    ferry(s, 1130, 690, 900, { hull: s.palette.sea[0] }) +
    rect(0, 760, s.width, 40, s.palette.lime[2]) +
    rect(0, 754, s.width, 10, s.palette.lime[0]) +
    repeat(5, (i) => pill(90 + i * 330, 716, 44, 46, s.palette.ink) + pill(80 + i * 330, 708, 64, 16, s.palette.ink)) +
    carriageway(s, 822) +
    lamps(s, 150, 800, 380) +
    lamps(s, 640, 800, 380) +
    lamps(s, 1130, 800, 380) +
    ellipse(910, 930, 260, 26, s.palette.glow, { opacity: 0.2 }) +
    poly(
      [[880, 850], [1420, 830], [1420, 960], [880, 880]],
      s.palette.glow,
      { opacity: 0.16 },
    ) +
    taxi(s, 620, 935, 560, { sign: s.palette.accent }) +
    suitcase(s, 1120, 812, 92, s.palette.accent) +
    suitcase(s, 1182, 812, 70, s.palette.veg[1]) +
    palm(s, 1430, 800, 440, { lean: -0.06 }) +
    palm(s, 50, 810, 330)
  );
}

/** Dawn: up the drive between cypresses to the front steps of the hotel. */
function upTheDrive(s) {
  const ground = 740;
  const wall = s.palette.walls[0];
  const hotel =
    rect(420, 330, 720, 410, wall) +
    rect(420, 330, 80, 410, s.palette.shade, { opacity: 0.18 }) +
    tiledRoof(s, 420, 1140, 334, 100, { inset: 96, overhang: 24 }) +
    rect(420, 520, 720, 10, s.lit(wall, 0.5)) +
    repeat(5, (i) => window(s, 486 + i * 132, 380, 60, 104, { shutters: s.palette.sea[1], pots: i % 2 === 0 })) +
    repeat(4, (i) => window(s, 486 + i * 132 + (i > 1 ? 132 : 0), 580, 60, 110, { shutters: s.palette.sea[1], arch: true })) +
    rect(726, 570, 108, 170, s.palette.wood[2]) +
    rect(736, 580, 88, 160, s.palette.sea[1]) +
    rect(778, 580, 4, 160, s.palette.ink, { opacity: 0.4 }) +
    awning(s, 690, 870, 530, 46, { colour: s.palette.accent }) +
    wallLantern(s, 700, 630, 24) +
    wallLantern(s, 860, 630, 24) +
    repeat(3, (i) => rect(690 - i * 20, 722 + i * 12, 180 + i * 40, 14, s.palette.lime[i % 2]));
  return (
    sky(s, ground) +
    sun(s, 270, 180, 64) +
    clouds(s, 4, 60, 180) +
    ranges(s, 640, { heights: [0.38, 0.27, 0.16] }) +
    hill(
      s,
      [[-20, 640], [300, 590], [760, 620], [1200, 570], [1520, 600]],
      s.palette.veg[0],
      s.palette.grass[1],
    ) +
    pine(s, 1260, 720, 420) +
    pine(s, 360, 730, 360) +
    hotel +
    rect(0, ground - 2, s.width, 280, s.palette.grass[1]) +
    path("M-20 760Q300 730 620 756H940Q1240 730 1520 760V800H-20Z", s.palette.grass[0]) +
    path("M700 752H860Q960 800 1300 820H1520V940H-20V850Q500 850 700 752Z", s.palette.sand[1]) +
    path("M-20 840H1520V960H-20Z", s.palette.sand[1]) +
    path("M-20 846H1520V852H-20Z", s.palette.sand[2], { opacity: 0.6 }) +
    flowering(s, 540, 790, 300, 50) +
    flowering(s, 1060, 780, 300, 50) +
    cypress(s, 120, 830, 460) +
    cypress(s, 230, 810, 380) +
    cypress(s, 1380, 820, 460) +
    cypress(s, 1290, 800, 370) +
    potted(s, 650, 770, 100, { kind: "lemon" }) +
    potted(s, 910, 770, 100, { kind: "lemon" }) +
    suitcase(s, 950, 860, 92, s.palette.sea[1]) +
    suitcase(s, 1010, 862, 70, s.palette.accent) +
    taxi(s, 590, 935, 520, { sign: s.palette.sea[1] }) +
    path("M-20 970Q700 940 1520 970V1020H-20Z", s.palette.grass[2]) +
    s.mirror(foreground(s, { width: 400, height: 120 })) +
    foreground(s, { width: 330, height: 100, agaves: false })
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: atTheAirport },
  { seed: 5, palette: "sunset", light: -1, draw: onTheQuay },
  { seed: 7, palette: "dawn", light: 1, draw: upTheDrive },
];
