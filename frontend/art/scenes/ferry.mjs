// The crossing: the ferry off the cape, coming into the port at sunset, the island from the deck rail.
import { houseRow } from "../lib/buildings.mjs";
import { campanile, genoeseTower, rampart } from "../lib/towers.mjs";
import { headlandInSea, island, risingRight } from "../lib/rock.mjs";
import { palm, pine } from "../lib/plants.mjs";
import { ferry, moored, pointu, sail } from "../lib/boats.mjs";
import { clouds, hill, ranges, ridgeLine, sky, stars, sun } from "../lib/sky.mjs";
import { glitter, reflection, ripples, sea } from "../lib/water.mjs";
import { circle, ellipse, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const gull = (s, x, y, size) =>
  stroke(
    `M${x - size} ${y - size * 0.3}Q${x - size * 0.5} ${y - size * 0.7} ${x} ${y}Q${x + size * 0.5} ${y - size * 0.7} ${x + size} ${y - size * 0.3}`,
    s.palette.cream,
    size * 0.16,
  );
const wake = (s, x0, x1, y) =>
  repeat(9, (i) =>
    pill(x0 + ((x1 - x0) * i) / 9, y + s.random.range(-6, 16), s.random.range(80, 190), s.random.range(4, 9), s.palette.foam, { opacity: 0.75 }),
  );

function offTheCape(s) {
  const horizon = 520;
  return (
    sky(s, horizon) +
    sun(s, 420, 200, 72) +
    clouds(s, 5, 70, 260) +
    ranges(s, horizon, { heights: [0.3, 0.2, 0.1] }) +
    sea(s, horizon) +
    glitter(s, 420, horizon, 960) +
    headlandInSea(s, {
      x0: 1080,
      x1: 1620,
      base: 580,
      height: 330,
      light: -1,
      fade: 0.24,
      envelope: risingRight,
      count: 13,
      between: pine(s, 1340, 520, 90, { light: -1, fade: 0.2 }),
    }) +
    genoeseTower(s, 1150, 528, 40, 70, { fade: 0.15, light: -1 }) +
    sail(s, 240, 580, 60) +
    reflection(s, ferry(s, 690, 740, 860, { hull: s.palette.accent }), 742, { squash: 0.5, opacity: 0.25 }) +
    ferry(s, 690, 740, 860, { hull: s.palette.accent }) +
    wake(s, 40, 240, 740) +
    wake(s, 1080, 1170, 744) +
    gull(s, 1080, 330, 34) +
    gull(s, 1180, 270, 26) +
    gull(s, 980, 250, 22) +
    gull(s, 250, 420, 28) +
    ripples(s, [0, 1500], [790, 990], 60, s.palette.foam, 0.4, 170) +
    ripples(s, [0, 1500], [780, 990], 30, s.palette.sea[0], 0.5, 200) +
    pointu(s, 1260, 880, 150, s.palette.accent)
  );
}

function intoThePort(s) {
  const horizon = 560;
  const town =
    houseRow(s, 620, 1540, 520, { width: 54, height: (t) => 90 + 60 * Math.sin(t * 3), fade: 0.16, lit: 0.5 }) +
    campanile(s, 1000, 500, 46, 210) +
    campanile(s, 1200, 510, 40, 170) +
    houseRow(s, 560, 1540, 590, { width: 66, height: (t) => 100 + 50 * Math.sin(t * 4 + 1), lit: 0.5 }) +
    rampart(s, 500, 760, 500, 600, { shadeFrom: 0.7 });
  return (
    sky(s, horizon) +
    stars(s, 50, 260) +
    sun(s, 260, 280, 84) +
    clouds(s, 4, 80, 240) +
    ranges(s, horizon, { heights: [0.28, 0.16, 0.07] }) +
    sea(s, horizon) +
    reflection(s, town, 604, { squash: 0.6, opacity: 0.4 }) +
    town +
    rect(480, 590, 1060, 14, s.palette.lime[1]) +
    rect(480, 602, 1060, 14, s.palette.lime[3]) +
    repeat(8, (i) => palm(s, 800 + i * 92, 590, 76)) +
    glitter(s, 260, horizon, 980) +
    repeat(30, () => pill(s.random.range(560, 1500), s.random.range(640, 800), s.random.range(10, 36), 3, s.palette.windowLit, { opacity: 0.65 })) +
    poly(
      [[-20, 640], [330, 640], [360, 676], [-20, 676]],
      s.palette.lime[3],
    ) +
    rect(296, 540, 26, 100, s.palette.cream) +
    rect(296, 570, 26, 24, s.palette.accent) +
    rect(300, 522, 18, 18, s.palette.windowLit) +
    path("M292 524Q309 500 326 524Z", s.palette.accent) +
    circle(
      309,
      530,
      70,
      s.radial([[0, s.palette.glow, 0.7], [1, s.palette.glow, 0]]),
    ) +
    reflection(s, ferry(s, 830, 800, 1000), 802, { squash: 0.45, opacity: 0.35 }) +
    ferry(s, 830, 800, 1000, { hull: s.palette.sea[0] }) +
    wake(s, 60, 320, 802) +
    pointu(s, 330, 930, 190, s.palette.accent) +
    moored(s, 1340, 930, 150) +
    gull(s, 620, 300, 30) +
    gull(s, 720, 250, 22) +
    ripples(s, [0, 1500], [850, 990], 40, s.palette.glow, 0.35, 150)
  );
}

function fromTheDeck(s) {
  const horizon = 430;
  const snowless = poly([...ridgeLine(s, -20, 1520, 300, 150, { rough: 0.52 }), [1520, 440], [-20, 440]], s.palette.ridges[1]);
  const lifebuoy =
    circle(1180, 690, 92, s.palette.cream) +
    repeat(4, (i) => {
      const a = (i * Math.PI) / 2 + 0.4;
      const b = a + 0.75;
      return path(
        `M${1180 + Math.cos(a) * 92} ${690 + Math.sin(a) * 92}A92 92 0 0 1 ${1180 + Math.cos(b) * 92} ${690 + Math.sin(b) * 92}L${1180 + Math.cos(b) * 50} ${690 + Math.sin(b) * 50}A50 50 0 0 0 ${1180 + Math.cos(a) * 50} ${690 + Math.sin(a) * 50}Z`,
        s.palette.accent,
      );
    }) +
    circle(1180, 690, 50, s.palette.sea[1]) +
    circle(1180, 690, 92, "none", { stroke: s.shaded(s.palette.cream, 0.3), "stroke-width": 4 });
  const bench =
    ellipse(430, 930, 320, 18, s.palette.ink, { opacity: 0.2 }) +
    repeat(3, (i) => rect(150, 730 + i * 34, 560, 22, i === 1 ? s.lit(s.palette.wood[0], 0.2) : s.palette.wood[0], { rx: 6 })) +
    rect(140, 846, 580, 24, s.palette.wood[0], { rx: 6 }) +
    rect(180, 720, 16, 200, s.palette.ink) +
    rect(664, 720, 16, 200, s.palette.ink);
  return (
    sky(s, horizon) +
    sun(s, 860, 150, 62) +
    clouds(s, 4, 50, 150) +
    snowless +
    rect(
      0,
      320,
      s.width,
      120,
      s.gradient([
        [0, s.palette.sky[2], 0],
        [1, s.palette.sky[2], 0.75],
      ]),
    ) +
    hill(
      s,
      [[-20, 400], [300, 380], [700, 400], [1100, 370], [1520, 390]],
      s.palette.ridges[2],
      undefined,
      440,
    ) +
    houseRow(s, 640, 900, 432, { width: 26, height: 34, fade: 0.35 }) +
    campanile(s, 770, 430, 16, 62) +
    sea(s, horizon) +
    glitter(s, 860, horizon, 760) +
    headlandInSea(s, { x0: 1100, x1: 1600, base: 476, height: 190, light: -1, fade: 0.3, envelope: risingRight, count: 12 }) +
    headlandInSea(s, { x0: 60, x1: 300, base: 456, height: 90, light: 1, fade: 0.5, envelope: island, count: 9 }) +
    sail(s, 500, 500, 56) +
    sail(s, 1000, 476, 30) +
    gull(s, 300, 240, 34) +
    gull(s, 420, 190, 26) +
    gull(s, 1240, 220, 30) +
    path("M1520 560Q1200 590 980 680T760 830H1520Z", s.palette.foam, { opacity: 0.5 }) +
    path("M1520 610Q1260 630 1080 700T900 830H1520Z", s.palette.sea[2], { opacity: 0.6 }) +
    rect(0, 800, s.width, 220, mix(s.palette.sea[2], s.palette.veg[0], 0.4)) +
    repeat(7, (i) => rect(0, 806 + i * i * 5, s.width, 3, s.palette.ink, { opacity: 0.14 })) +
    repeat(6, (i) => rect(30 + i * 285, 560, 18, 250, s.palette.cream) + rect(42 + i * 285, 560, 6, 250, s.shaded(s.palette.cream, 0.25))) +
    repeat(4, (i) => pill(-20, 626 + i * 48, 1540, 8, s.palette.cream)) +
    pill(-20, 548, 1540, 26, s.palette.wood[1]) +
    pill(-20, 548, 1540, 9, s.palette.wood[0]) +
    lifebuoy +
    bench
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: -1, draw: offTheCape },
  { seed: 5, palette: "sunset", light: -1, draw: intoThePort },
  { seed: 7, palette: "dawn", light: -1, draw: fromTheDeck },
];
