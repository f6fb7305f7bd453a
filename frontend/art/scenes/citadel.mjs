// The walled towns: Calvi over its marina, Bonifacio on its white cliff, Bastia's lanes under the tower.
import { houseRow } from "../lib/buildings.mjs";
import { campanile, rampart } from "../lib/towers.mjs";
import { garland, wallLantern } from "../lib/terrace.mjs";
import { agave, bush, climber, foreground, palm, pine, potted } from "../lib/plants.mjs";
import { pointu, sail } from "../lib/boats.mjs";
import { clouds, ranges, sky, stars, sun } from "../lib/sky.mjs";
import { foamLine, glitter, reflection, ripples, sea } from "../lib/water.mjs";
import { strata } from "../lib/rock.mjs";
import { circle, path, pill, poly, rect, repeat } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const swell = (low, high) => (t) => low + (high - low) * Math.sin(Math.PI * Math.min(1, t * 0.8 + 0.18));

/** Evening over the harbour: ramparts, terraces of houses, boats at anchor. */
function overTheMarina(s) {
  const horizon = 615;
  const sunX = 255;
  const top = horizon - 150;
  const rock = [
    [502, horizon + 12], [528, horizon - 20], [518, horizon - 50], [562, horizon - 85], [555, horizon - 110], [622, top],
    [1540, top - 20], [1540, horizon + 30], [900, horizon + 22],
  ];
  const dome =
    path(`M1222 ${top - 165}A44 46 0 0 1 1310 ${top - 165}Z`, s.palette.roof[0]) +
    path(`M1270 ${top - 165}A60 50 0 0 0 1266 ${top - 211}A44 46 0 0 1 1310 ${top - 165}Z`, s.palette.roof[1]) +
    rect(1228, top - 165, 76, 90, s.palette.walls[0]);
  const turret =
    rect(618, top - 125, 30, 60, mix(s.palette.lime[0], s.palette.walls[1], 0.4)) +
    rect(636, top - 125, 12, 60, mix(s.palette.lime[2], s.palette.shade, 0.18)) +
    poly(
      [[612, top - 125], [633, top - 160], [654, top - 125]],
      s.palette.roof[0],
    ) +
    rect(624, top - 108, 6, 20, s.palette.ink);
  const town =
    strata(s, rock, { x0: 500, x1: 1540, y0: top, y1: horizon, layers: 7 }) +
    houseRow(s, 850, 1470, top - 90, { width: 52, height: swell(110, 165), fade: 0.2, lit: 0.42 }) +
    campanile(s, 1050, top - 120, 44, 172) +
    dome +
    houseRow(s, 755, 1540, top - 40, { width: 60, height: swell(110, 170), fade: 0.08, lit: 0.42 }) +
    houseRow(s, 690, 1560, top + 5, { width: 70, height: swell(100, 165), lit: 0.42 }) +
    rampart(s, 660, 1590, top - 55, top + 36) +
    rampart(s, 606, 820, top - 75, top + 60, { shadeFrom: 0.6 }) +
    rampart(s, 1065, 1245, top - 70, top + 65, { shadeFrom: 0.58 }) +
    turret +
    repeat(7, () => bush(s, s.random.range(650, 1480), top + s.random.range(50, 95), s.random.range(60, 110), s.random.range(18, 32))) +
    pine(s, 865, top + 16, 100) +
    pine(s, 925, top + 22, 86) +
    pine(s, 1395, top + 12, 112);
  const quayY = horizon + 45;
  const quay =
    houseRow(s, 930, 1545, quayY, { width: 62, height: 105, lit: 0.5 }) +
    rect(878, quayY - 2, 680, 16, s.palette.lime[1]) +
    rect(878, quayY + 12, 680, 14, s.palette.lime[3]) +
    repeat(6, (i) => palm(s, 950 + i * 96, quayY, 66, { lean: 0.05 }));
  const boats = [
    [1000, 105, 0.62], [1125, 100, 0.6], [1245, 112, 0.66], [1400, 105, 0.64], [880, 160, 0.9], [1080, 195, 1.05],
    [1330, 190, 1], [700, 240, 1.3],
  ];
  const hulls = [s.palette.accent, s.palette.sea[1], s.palette.cream, s.palette.veg[1], s.palette.rock[1]];
  return (
    sky(s, horizon) +
    stars(s, 40, 260) +
    sun(s, sunX, 340, 72) +
    clouds(s, 4, 80, 220) +
    ranges(s, horizon) +
    sea(s, horizon) +
    reflection(s, town, horizon + 26, { squash: 0.75, opacity: 0.4 }) +
    town +
    foamLine(s, 495, 900, horizon + 16) +
    quay +
    glitter(s, sunX, horizon, 930) +
    repeat(34, () =>
      pill(s.random.range(750, 1500), horizon + s.random.range(85, 300), s.random.range(9, 33), 2.6, s.palette.windowLit, { opacity: 0.7 }),
    ) +
    sail(s, 368, horizon + 45, 76, 0.95) +
    sail(s, 112, horizon + 20, 34, 0.8) +
    boats.map(([x, dy, size], i) => pointu(s, x, horizon + dy, 75 * size, hulls[(i * 2) % 5])).join("") +
    foreground(s, { width: 400, height: 150 })
  );
}

/** The white cliff with houses on its very edge, seen from the sea at noon. */
function onTheCliff(s) {
  const horizon = 690;
  const edge = 385;
  const cliff = [
    [470, horizon + 10], [520, 640], [492, 600], [545, 560], [500, 520], [560, 470], [512, 440], [498, edge],
    [1540, edge - 10], [1540, horizon + 34], [980, horizon + 40], [700, horizon + 20],
  ];
  const overhang = poly(
    [[560, 470], [512, 440], [640, 452], [780, 446], [640, 480]],
    s.palette.lime[3],
    { opacity: 0.6 },
  );
  const grotto =
    path(`M820 ${horizon + 32}Q826 ${horizon - 78} 880 ${horizon - 86}T960 ${horizon + 36}Z`, mix(s.palette.lime[3], s.palette.ink, 0.45)) +
    path(`M842 ${horizon + 32}Q850 ${horizon - 56} 884 ${horizon - 62}T946 ${horizon + 36}Z`, s.palette.ink, { opacity: 0.4 });
  const stairs = repeat(34, (i) => rect(1130 + i * 9.4, horizon + 8 - i * 8.6, 15, 4, s.palette.lime[3], { opacity: 0.85 }));
  const town =
    strata(s, cliff, { x0: 470, x1: 1540, y0: edge, y1: horizon, layers: 13 }) +
    overhang +
    grotto +
    stairs +
    houseRow(s, 900, 1500, edge - 62, { width: 50, height: swell(90, 130), fade: 0.18 }) +
    campanile(s, 1120, edge - 70, 42, 160) +
    houseRow(s, 512, 1540, edge + 4, { width: 58, height: swell(86, 140) }) +
    bush(s, 1380, edge + 10, 120, 26) +
    bush(s, 760, edge + 14, 90, 20);
  const stack =
    strata(
      s,
      [
        [250, horizon + 22], [262, 610], [250, 575], [286, 548], [352, 552], [362, 600], [346, 640], [372, horizon + 22],
      ],
      { x0: 240, x1: 380, y0: 548, y1: horizon, layers: 6 },
    ) + bush(s, 318, 556, 90, 24);
  return (
    sky(s, horizon) +
    sun(s, 250, 210, 66) +
    clouds(s, 5, 70, 250) +
    ranges(s, horizon, { heights: [0.07, 0.04, 0.02], haze: 0.2 }) +
    sea(s, horizon, { shallow: true }) +
    reflection(s, town + stack, horizon + 24, { squash: 0.5, opacity: 0.3 }) +
    glitter(s, 250, horizon, 960) +
    stack +
    foamLine(s, 235, 390, horizon + 22) +
    town +
    foamLine(s, 462, 720, horizon + 16) +
    foamLine(s, 690, 1540, horizon + 36) +
    sail(s, 560, 800, 120) +
    sail(s, 120, horizon + 26, 38, 0.85) +
    pointu(s, 1050, 860, 150, s.palette.accent) +
    pointu(s, 1290, 790, 92, s.palette.sea[0]) +
    ripples(s, [700, 1400], [760, 980], 26, s.palette.foam, 0.45, 120)
  );
}

/** A lane of the old town at dawn that opens on the harbour below. */
function downTheLane(s) {
  const horizon = 470;
  const leftWall = mix(s.palette.walls[1], s.palette.shade, 0.16);
  const rightWall = s.palette.walls[4];
  const leaf = (points, fill) => poly(points, fill);
  const leftHouse =
    poly(
      [[-10, -10], [470, -10], [470, 690], [-10, 1010]],
      leftWall,
    ) +
    poly(
      [[470, -10], [560, 60], [560, 655], [470, 690]],
      s.shaded(s.palette.walls[2], 0.34),
    ) +
    poly(
      [[452, -10], [592, 54], [592, 78], [440, 14]],
      s.palette.roof[1],
    );
  const rightHouse =
    poly(
      [[1510, -10], [1010, -10], [1010, 700], [1510, 1010]],
      rightWall,
    ) +
    poly(
      [[1010, -10], [930, 110], [930, 664], [1010, 700]],
      s.palette.walls[2],
    ) +
    poly(
      [[1022, -10], [900, 104], [900, 128], [1034, 14]],
      s.palette.roof[0],
    );
  const slantWindow = (x, y, w, h, slope, colour) =>
    leaf(
      [[x, y], [x + w, y + slope * w], [x + w, y + h - slope * w * 0.4], [x, y + h]],
      s.palette.window,
    ) +
    leaf(
      [
        [x - w * 0.56, y - slope * w * 0.5], [x - 4, y], [x - 4, y + h], [x - w * 0.56, y + h + slope * w * 0.3],
      ],
      colour,
    ) +
    leaf(
      [
        [x + w + 4, y + slope * w], [x + w * 1.5, y + slope * w * 1.5], [x + w * 1.5, y + h - slope * w * 0.6],
        [x + w + 4, y + h - slope * w * 0.4],
      ],
      s.shaded(colour, 0.14),
    );
  const steps = repeat(11, (i) => {
    const t = i / 11;
    const y = 655 + 350 * Math.pow(t, 1.25);
    const half = 190 + 560 * Math.pow(t, 1.2);
    return (
      poly(
        [
          [745 - half, y], [745 + half, y], [745 + half * 1.12, y + 36 + 30 * t], [745 - half * 1.12, y + 36 + 30 * t],
        ],
        i % 2 ? s.palette.lime[1] : mix(s.palette.lime[1], s.palette.lime[2], 0.4),
      ) + rect(745 - half, y, half * 2, 5 + 5 * t, s.palette.lime[0])
    );
  });
  const harbourView =
    sky(s, horizon) +
    sun(s, 700, 300, 60) +
    clouds(s, 4, 60, 200) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.06] }) +
    sea(s, horizon, { bottom: 720 }) +
    glitter(s, 700, horizon, 680) +
    sail(s, 800, 540, 62) +
    sail(s, 655, 500, 30) +
    houseRow(s, 560, 720, 668, { width: 46, height: 66, fade: 0.15 }) +
    houseRow(s, 800, 950, 672, { width: 48, height: 84, fade: 0.1 }) +
    campanile(s, 875, 676, 40, 190);
  return (
    harbourView +
    poly(
      [[380, 640], [1100, 640], [1560, 1010], [-80, 1010]],
      s.palette.lime[2],
    ) +
    leftHouse +
    rightHouse +
    steps +
    slantWindow(300, 130, 66, 150, 0.1, s.palette.veg[1]) +
    slantWindow(90, 90, 84, 190, 0.12, s.palette.veg[1]) +
    slantWindow(300, 400, 66, 140, -0.02, s.palette.veg[1]) +
    slantWindow(90, 430, 84, 180, -0.03, s.palette.veg[1]) +
    slantWindow(1120, 150, 70, 150, -0.1, s.palette.sea[1]) +
    slantWindow(1330, 90, 90, 190, -0.12, s.palette.sea[1]) +
    slantWindow(1120, 400, 70, 140, 0.02, s.palette.sea[1]) +
    path("M1290 1010V560Q1380 470 1460 570V1010Z", s.palette.wood[2]) +
    path("M1304 1000V566Q1380 486 1446 576V1010Z", s.palette.wood[1]) +
    rect(1374, 520, 5, 490, s.palette.wood[2]) +
    climber(
      s,
      [[1510, 330], [1400, 400], [1250, 420], [1160, 520], [1090, 540]],
      110,
    ) +
    climber(
      s,
      [[-10, 340], [120, 360], [250, 330]],
      70,
    ) +
    wallLantern(s, 440, 330, 40) +
    garland(s, 470, 90, 1010, 130, 90) +
    potted(s, 330, 880, 120, { kind: "flowers" }) +
    potted(s, 440, 800, 90, { kind: "agave" }) +
    potted(s, 215, 970, 150, { kind: "lemon" }) +
    potted(s, 1085, 800, 90, { kind: "flowers", colours: [s.palette.accent, s.palette.glow] }) +
    potted(s, 1180, 880, 120, { kind: "olive" }) +
    circle(1395, 770, 7, s.palette.glow) +
    agave(s, 1250, 980, 70)
  );
}

export const compositions = [
  { seed: 107, palette: "sunset", light: -1, draw: overTheMarina },
  { seed: 31, palette: "noon", light: -1, draw: onTheCliff },
  { seed: 12, palette: "dawn", light: 1, draw: downTheLane },
];
