// Family clubs: water slides among pines, the children's camp in the evening, the sailing school at dawn.
import { tiledRoof } from "../lib/buildings.mjs";
import { garland, wallLantern } from "../lib/terrace.mjs";
import { bush, flowering, foreground, frameFoliage, palm, pine } from "../lib/plants.mjs";
import { lounger, parasol, sunshade } from "../lib/outdoor.mjs";
import { fallingRight, headlandInSea, island } from "../lib/rock.mjs";
import { sail } from "../lib/boats.mjs";
import { clouds, hill, ranges, sky, stars, sun } from "../lib/sky.mjs";
import { beach, glitter, pool, sea, shallows } from "../lib/water.mjs";
import { circle, ellipse, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** An open flume along a path: side, channel and running water. */
const flume = (s, d, width, colour) =>
  stroke(d, s.shaded(colour, 0.35), width * 1.16, { transform: `translate(0 ${width * 0.22})` }) +
  stroke(d, colour, width) +
  stroke(d, s.lit(colour, 0.4), width * 0.62) +
  stroke(d, s.palette.sea[3], width * 0.36, { opacity: 0.9 });
const flag = (s, x, y, height, colour) =>
  rect(x - 3, y - height, 6, height, s.palette.wood[2]) +
  poly(
    [[x + 3, y - height], [x + 60, y - height + 18], [x + 3, y - height + 38]],
    colour,
  );
const ball = (s, x, y, r) =>
  ellipse(x, y + r * 0.95, r, r * 0.2, s.palette.ink, { opacity: 0.2 }) +
  circle(x, y, r, s.palette.cream) +
  path(`M${x} ${y - r}Q${x - r * 0.9} ${y} ${x} ${y + r}Q${x - r * 0.2} ${y} ${x} ${y - r}Z`, s.palette.accent) +
  path(`M${x} ${y - r}Q${x + r * 1.1} ${y} ${x} ${y + r}Q${x + r * 0.5} ${y} ${x} ${y - r}Z`, s.palette.sea[1]);
const ring = (s, x, y, r, colour) =>
  ellipse(x, y, r, r * 0.42, "none", { stroke: colour, "stroke-width": r * 0.42 }) +
  repeat(6, (i) => ellipse(x + Math.cos(i * 1.05) * r, y + Math.sin(i * 1.05) * r * 0.42, r * 0.16, r * 0.14, s.palette.cream));

function slides(s) {
  const ground = 600;
  const tower =
    repeat(2, (i) => rect(780 + i * 180, 230, 20, 430, s.palette.wood[1]) + rect(780 + i * 180, 230, 7, 430, s.palette.wood[2])) +
    repeat(4, (i) => rect(770, 320 + i * 90, 210, 12, s.palette.wood[0])) +
    stroke(
      [[790, 600], [970, 510], [790, 420], [970, 330]],
      s.palette.wood[2],
      7,
    ) +
    rect(750, 300, 250, 18, s.palette.wood[0]) +
    poly(
      [[730, 220], [875, 130], [1020, 220]],
      s.palette.accent,
    ) +
    poly(
      [[730, 220], [875, 130], [850, 220]],
      s.shaded(s.palette.accent, 0.3),
    ) +
    rect(760, 256, 230, 8, s.palette.cream) +
    flag(s, 875, 140, 70, s.palette.sea[1]);
  return (
    sky(s, ground) +
    sun(s, 1240, 150, 64) +
    clouds(s, 4, 60, 190) +
    ranges(s, 520, { heights: [0.3, 0.2, 0.11] }) +
    sea(s, 480, { bottom: 560 }) +
    sail(s, 180, 520, 40) +
    hill(
      s,
      [[-20, 570], [300, 545], [800, 560], [1520, 530]],
      s.palette.veg[0],
      s.palette.grass[1],
    ) +
    pine(s, 170, 640, 380) +
    pine(s, 1380, 640, 420) +
    pine(s, 1180, 620, 280) +
    pine(s, 520, 620, 260) +
    rect(0, ground, s.width, 410, s.palette.sand[0]) +
    path("M-20 600H1520V650Q1100 610 700 626T-20 650Z", s.palette.grass[1]) +
    bush(s, 340, 640, 380, 50) +
    flowering(s, 1240, 640, 420, 60) +
    pool(
      s,
      [
        [250, 720], [560, 690], [960, 690], [1260, 730], [1330, 830], [1200, 930], [700, 960], [330, 930], [190, 830],
      ],
      { edge: 22 },
    ) +
    tower +
    flume(s, "M790 306Q560 320 520 420T690 540Q760 600 620 660T480 790", 62, s.palette.sea[1]) +
    flume(s, "M980 306Q1180 320 1200 440T1060 580Q960 640 1010 780", 62, "#f2b632") +
    flume(s, "M875 312Q872 480 830 600T760 800", 54, s.palette.accent) +
    ellipse(480, 802, 90, 18, s.palette.foam, { opacity: 0.8 }) +
    ellipse(1012, 794, 90, 18, s.palette.foam, { opacity: 0.8 }) +
    ellipse(758, 814, 84, 17, s.palette.foam, { opacity: 0.8 }) +
    ring(s, 620, 890, 46, s.palette.accent) +
    ring(s, 1120, 860, 42, s.palette.sea[0]) +
    ball(s, 890, 880, 26) +
    sunshade(s, 1390, 820, 150) +
    lounger(s, 1400, 830, 150, { flip: true, towel: s.palette.accent }) +
    sunshade(s, 90, 840, 150, { colour: s.palette.accent }) +
    lounger(s, 110, 850, 150, { towel: s.palette.sea[1] }) +
    foreground(s, { width: 340, height: 100 }) +
    s.mirror(foreground(s, { width: 340, height: 100 }))
  );
}

/** Evening show: a little stage, bunting, tepees and lanterns under the pines. */
function eveningShow(s) {
  const ground = 660;
  const bunting = (x0, y0, x1, y1, sag) => {
    const at = (t) => [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + Math.sin(Math.PI * t) * sag];
    return (
      stroke(
        Array.from({ length: 20 }, (_, i) => at(i / 19)),
        s.palette.cream,
        2.5,
      ) +
      repeat(14, (i) => {
        const [x, y] = at((i + 0.5) / 14);
        return poly(
          [[x - 15, y], [x + 15, y], [x, y + 34]],
          [s.palette.accent, s.palette.sea[2], s.palette.glow, s.palette.cream, s.palette.bloom[0]][i % 5],
        );
      })
    );
  };
  const stage =
    ellipse(750, 720, 420, 26, s.palette.ink, { opacity: 0.3 }) +
    rect(390, 650, 720, 70, s.palette.wood[2]) +
    rect(380, 640, 740, 20, s.palette.wood[0]) +
    rect(420, 300, 660, 340, mix(s.palette.accent, s.palette.ink, 0.35)) +
    repeat(22, (i) => rect(420 + i * 30, 300, 14, 340, s.palette.ink, { opacity: 0.14 })) +
    circle(750, 470, 150, s.palette.sun) +
    circle(750, 470, 190, s.palette.glow, { opacity: 0.25 }) +
    path("M560 640Q620 520 750 560T940 640Z", s.palette.sea[1]) +
    path("M420 300H560Q540 480 420 560ZM1080 300H940Q960 480 1080 560Z", s.palette.accent) +
    repeat(9, (i) =>
      path(`M${400 + i * 78} 286H${478 + i * 78}V320A39 36 0 0 1 ${400 + i * 78} 320Z`, i % 2 ? s.palette.glow : s.palette.accent),
    ) +
    rect(390, 270, 722, 22, s.palette.wood[0]) +
    rect(400, 290, 20, 350, s.palette.wood[1]) +
    rect(1080, 290, 20, 350, s.palette.wood[1]) +
    circle(
      750,
      500,
      460,
      s.radial([[0, s.palette.glow, 0.4], [1, s.palette.glow, 0]]),
    );
  const tepee = (x, y, k, colour) =>
    ellipse(x, y, 130 * k, 14 * k, s.palette.ink, { opacity: 0.3 }) +
    stroke(
      [[x - 20 * k, y - 300 * k], [x + 8 * k, y - 240 * k]],
      s.palette.wood[1],
      7 * k,
    ) +
    stroke(
      [[x + 20 * k, y - 300 * k], [x - 8 * k, y - 240 * k]],
      s.palette.wood[1],
      7 * k,
    ) +
    poly(
      [[x, y - 262 * k], [x + 120 * k, y], [x - 120 * k, y]],
      colour,
    ) +
    poly(
      [[x, y - 262 * k], [x - 40 * k, y], [x - 120 * k, y]],
      s.shaded(colour, 0.3),
    ) +
    poly(
      [[x, y - 150 * k], [x + 36 * k, y], [x - 36 * k, y]],
      s.palette.windowLit,
    ) +
    repeat(5, (i) =>
      poly(
        [
          [x - 96 * k + i * 48 * k, y - 50 * k], [x - 72 * k + i * 48 * k, y - 50 * k],
          [x - 84 * k + i * 48 * k, y - 26 * k],
        ],
        s.palette.accent,
        { opacity: i === 2 ? 0 : 0.8 },
      ),
    );
  const cushions = repeat(
    12,
    (i) =>
      ellipse(270 + (i % 6) * 190 + (i > 5 ? 90 : 0), 830 + (i > 5 ? 90 : 0), 66, 22, s.palette.ink, { opacity: 0.22 }) +
      ellipse(
        270 + (i % 6) * 190 + (i > 5 ? 90 : 0),
        814 + (i > 5 ? 90 : 0),
        62,
        30,
        [s.palette.accent, s.palette.sea[1], s.palette.cream, s.palette.bloom[0]][i % 4],
      ) +
      ellipse(278 + (i % 6) * 190 + (i > 5 ? 90 : 0), 806 + (i > 5 ? 90 : 0), 36, 14, s.palette.cream, { opacity: 0.25 }),
  );
  return (
    sky(s, ground) +
    stars(s, 120, 420) +
    ranges(s, 640, { heights: [0.34, 0.24, 0.14] }) +
    pine(s, 190, 700, 520) +
    pine(s, 1320, 700, 560) +
    pine(s, 320, 680, 340) +
    pine(s, 1180, 680, 320) +
    rect(0, ground, s.width, 350, mix(s.palette.grass[2], s.palette.veg[1], 0.4)) +
    path("M-20 740Q700 690 1520 740V1020H-20Z", mix(s.palette.grass[1], s.palette.veg[1], 0.35)) +
    stage +
    tepee(190, 780, 1, s.palette.cream) +
    tepee(1310, 780, 1, s.palette.cream) +
    bunting(-10, 150, 750, 200, 90) +
    bunting(750, 200, 1510, 150, 90) +
    garland(s, 200, 380, 400, 320, 20) +
    garland(s, 1100, 320, 1310, 380, 20) +
    cushions +
    wallLantern(s, 120, 930, 44) +
    wallLantern(s, 1390, 930, 44) +
    pine(s, 20, 1020, 860, { foliage: frameFoliage(s) }) +
    foreground(s, { width: 360, height: 110, agaves: false }) +
    s.mirror(foreground(s, { width: 360, height: 110, agaves: false }))
  );
}

/** The sailing school: small bright sails on the lagoon, a hut, sandcastles. */
function sailingSchool(s) {
  const horizon = 420;
  const edge = [[-20, 700], [300, 690], [700, 730], [1100, 780], [1520, 770]];
  const dinghy = (x, y, k, colour) =>
    ellipse(x, y + 10 * k, 66 * k, 9 * k, s.palette.ink, { opacity: 0.25 }) +
    path(
      `M${x - 64 * k} ${y - 10 * k}H${x + 60 * k}Q${x + 50 * k} ${y + 10 * k} ${x + 30 * k} ${y + 10 * k}H${x - 50 * k}Z`,
      s.palette.cream,
    ) +
    stroke(
      [[x - 6 * k, y - 8 * k], [x - 6 * k, y - 170 * k]],
      s.palette.ink,
      3.5 * k,
    ) +
    path(`M${x} ${y - 168 * k}Q${x + 84 * k} ${y - 90 * k} ${x + 76 * k} ${y - 26 * k}L${x} ${y - 20 * k}Z`, colour) +
    path(
      `M${x} ${y - 110 * k}L${x + 60 * k} ${y - 112 * k}Q${x + 76 * k} ${y - 80 * k} ${x + 78 * k} ${y - 60 * k}L${x} ${y - 56 * k}Z`,
      s.palette.cream,
      { opacity: 0.75 },
    ) +
    path(`M${x + 10 * k} ${y + 14 * k}H${x + 40 * k}L${x + 26 * k} ${y + 90 * k}H${x + 6 * k}Z`, colour, { opacity: 0.2 });
  const hut =
    ellipse(1210, 830, 240, 18, s.palette.ink, { opacity: 0.2 }) +
    rect(1030, 560, 360, 270, s.palette.cream) +
    repeat(12, (i) => rect(1030 + i * 30, 560, 15, 270, s.palette.sea[1])) +
    rect(1030, 560, 60, 270, s.palette.shade, { opacity: 0.18 }) +
    tiledRoof(s, 1030, 1390, 564, 90, { inset: 80 }) +
    rect(1170, 650, 150, 100, s.palette.window) +
    rect(1150, 748, 190, 16, s.palette.wood[0]) +
    repeat(3, (i) =>
      path(
        `M${1052 + i * 34} 824Q${1042 + i * 34} 700 ${1062 + i * 34} 620Q${1082 + i * 34} 700 ${1074 + i * 34} 824Z`,
        [s.palette.accent, s.palette.glow, s.palette.veg[0]][i],
      ),
    ) +
    flag(s, 1390, 830, 420, s.palette.accent);
  const castle = (x, y, k) =>
    ellipse(x, y, 120 * k, 14 * k, s.palette.ink, { opacity: 0.14 }) +
    repeat(3, (i) => {
      const [cx, h] = [x + (i - 1) * 70 * k, (i === 1 ? 120 : 80) * k];
      return (
        poly(
          [[cx - 30 * k, y - h], [cx + 30 * k, y - h], [cx + 40 * k, y], [cx - 40 * k, y]],
          s.palette.sand[1],
        ) +
        poly(
          [[cx - 30 * k, y - h], [cx - 8 * k, y - h], [cx - 10 * k, y], [cx - 40 * k, y]],
          s.palette.sand[2],
        ) +
        repeat(3, (j) => rect(cx - 30 * k + j * 23 * k, y - h - 12 * k, 14 * k, 14 * k, s.palette.sand[1]))
      );
    }) +
    rect(x - 2, y - 190 * k, 4, 70 * k, s.palette.wood[2]) +
    poly(
      [[x + 2, y - 190 * k], [x + 44 * k, y - 176 * k], [x + 2, y - 160 * k]],
      s.palette.accent,
    );
  return (
    sky(s, horizon) +
    sun(s, 620, 190, 66) +
    clouds(s, 4, 60, 180) +
    ranges(s, horizon, { heights: [0.22, 0.15, 0.07] }) +
    sea(s, horizon, { shallow: true }) +
    glitter(s, 620, horizon, 680) +
    headlandInSea(s, { x0: -100, x1: 280, base: 490, height: 230, light: -1, fade: 0.24, envelope: fallingRight, count: 11 }) +
    headlandInSea(s, { x0: 900, x1: 1140, base: 450, height: 100, light: -1, fade: 0.45, envelope: island, count: 10 }) +
    dinghy(420, 540, 0.6, s.palette.accent) +
    dinghy(560, 510, 0.45, s.palette.sea[2]) +
    dinghy(800, 560, 0.7, s.palette.accent) +
    dinghy(1010, 530, 0.5, "#f2b632") +
    dinghy(250, 640, 1, "#f2b632") +
    dinghy(640, 640, 0.95, s.palette.bloom[0]) +
    shallows(s, edge) +
    beach(s, edge) +
    hut +
    dinghy(900, 850, 1.1, s.palette.accent) +
    parasol(s, 200, 840, 110) +
    parasol(s, 440, 830, 92, { colour: s.palette.sea[1] }) +
    castle(600, 920, 0.9) +
    ball(s, 330, 930, 34) +
    pill(700, 930, 60, 10, s.palette.accent) +
    poly(
      [[760, 960], [800, 960], [794, 1000], [766, 1000]],
      s.palette.accent,
    ) +
    stroke("M760 960Q780 930 800 960", s.palette.cream, 4) +
    palm(s, 1450, 960, 600, { lean: -0.14 }) +
    palm(s, 60, 1010, 620, { lean: 0.1 }) +
    bush(s, 1440, 1010, 300, 90) +
    flowering(s, 60, 1015, 280, 80)
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: slides },
  { seed: 5, palette: "sunset", light: 1, draw: eveningShow },
  { seed: 7, palette: "dawn", light: -1, draw: sailingSchool },
];
