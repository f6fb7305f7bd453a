// The home page's opening: the gulf from the corniche at noon, open sky at the upper left for the words.
import { fallingRight, headlandInSea, island, risingRight } from "../lib/rock.mjs";
import { foreground, frameFoliage, pine } from "../lib/plants.mjs";
import { houseRow } from "../lib/buildings.mjs";
import { campanile, genoeseTower, rampart } from "../lib/towers.mjs";
import { moored, sail } from "../lib/boats.mjs";
import { cloud, ranges, sky, sun } from "../lib/sky.mjs";
import { beach, glitter, reflection, sea, shallows } from "../lib/water.mjs";
import { parasol } from "../lib/outdoor.mjs";
import { path, repeat } from "../lib/svg.mjs";
import { strata } from "../lib/rock.mjs";

export const format = { width: 2400, height: 1050, widths: [480, 800, 1600], stored: false };

function citadelPoint(s, horizon) {
  const rock = [
    [1180, horizon + 12], [1196, horizon - 26], [1188, horizon - 52], [1222, horizon - 86], [1680, horizon - 84],
    [1730, horizon - 44], [1716, horizon - 20], [1752, horizon + 12],
  ];
  return (
    strata(s, rock, { x0: 1180, x1: 1760, y0: horizon - 86, y1: horizon, layers: 6 }) +
    houseRow(s, 1300, 1620, horizon - 136, { width: 34, height: (t) => 60 + 50 * Math.sin(Math.PI * t), fade: 0.24 }) +
    campanile(s, 1440, horizon - 150, 30, 120) +
    houseRow(s, 1250, 1670, horizon - 96, { width: 38, height: (t) => 50 + 50 * Math.sin(Math.PI * t), fade: 0.1 }) +
    rampart(s, 1214, 1700, horizon - 116, horizon - 62) +
    rampart(s, 1206, 1320, horizon - 126, horizon - 46, { shadeFrom: 0.55 }) +
    repeat(4, (i) => pine(s, 1370 + i * 84, horizon - 46, 54))
  );
}

function theGulf(s) {
  const horizon = 500;
  const sunX = 1880;
  const edge = [
    [-20, 1290], [620, 1190], [1180, 1030], [1480, 950], [1760, 890], [2000, 800], [2200, 730], [2420, 700],
  ];
  const town = citadelPoint(s, horizon);
  const parasols = [
    [1700, 980, 0.95], [1830, 935, 0.85], [1960, 885, 0.75], [2070, 838, 0.66], [1900, 1000, 1.1], [2070, 940, 0.95],
    [2190, 880, 0.82],
  ];
  return (
    sky(s, horizon) +
    sun(s, sunX, 180, 80) +
    cloud(s, 1080, 110, 230) +
    cloud(s, 1590, 96, 220) +
    cloud(s, 2200, 260, 200) +
    cloud(s, 420, 90, 190, 0.3) +
    ranges(s, horizon, { heights: [0.26, 0.17, 0.09] }) +
    sea(s, horizon, { shallow: true }) +
    glitter(s, sunX, horizon, 900) +
    reflection(s, town, horizon + 12, { squash: 0.55, opacity: 0.28 }) +
    town +
    headlandInSea(s, { x0: 700, x1: 980, base: horizon + 30, height: 120, light: 1, fade: 0.5, envelope: island, count: 10 }) +
    genoeseTower(s, 838, horizon - 62, 30, 52, { fade: 0.4 }) +
    headlandInSea(s, {
      x0: -120,
      x1: 640,
      base: horizon + 110,
      height: 330,
      light: 1,
      fade: 0.12,
      envelope: fallingRight,
      count: 18,
      between: repeat(5, (i) => pine(s, 70 + i * 96, horizon + 20 + i * 14, 100)),
    }) +
    sail(s, 1090, 600, 84) +
    sail(s, 900, 560, 40, 0.85) +
    moored(s, 1340, 690, 92) +
    moored(s, 1180, 760, 120) +
    sail(s, 640, 720, 110) +
    shallows(s, edge, 1.2) +
    headlandInSea(s, {
      x0: 1860,
      x1: 2520,
      base: 724,
      height: 470,
      light: -1,
      envelope: risingRight,
      count: 14,
      between: repeat(4, (i) => pine(s, 2080 + i * 90, 600 - i * 40, 130, { light: -1 })),
    }) +
    beach(s, edge, 1.1) +
    path("M1300 1100Q1700 1010 2000 930T2420 800V1100Z", s.palette.sand[0]) +
    parasols.map(([x, y, k], i) => parasol(s, x, y, 72 * k, { colour: i % 3 === 1 ? s.palette.sea[1] : s.palette.accent })).join("") +
    pine(s, 2290, 1090, 560, { foliage: frameFoliage(s), lean: -0.03, light: -1 }) +
    foreground(s, { width: 620, height: 170 }) +
    s.mirror(foreground(s, { width: 420, height: 120, agaves: false }))
  );
}

export const compositions = [{ seed: 17, palette: "noon", light: 1, draw: theGulf }];
