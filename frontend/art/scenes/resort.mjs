// Resorts: a lagoon pool between palms, pavilions on the hillside at sunset, the pontoon and its cabanas.
import { wallLantern } from "../lib/terrace.mjs";
import { agave, bush, flowering, foreground, palm, pine, potted } from "../lib/plants.mjs";
import { lounger, sunshade } from "../lib/outdoor.mjs";
import { boulder, fallingRight, headlandInSea, island, risingRight } from "../lib/rock.mjs";
import { curtain } from "../lib/interior.mjs";
import { moored, pointu, sail } from "../lib/boats.mjs";
import { clouds, hill, ranges, sky, stars, sun } from "../lib/sky.mjs";
import { beach, glitter, pool, reflection, ripples, sea, shallows } from "../lib/water.mjs";
import { ellipse, path, poly, rect, repeat } from "../lib/svg.mjs";

const curved = (points) => {
  const out = [];
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => points[(i + k - 1 + points.length) % points.length]);
    for (let k = 0; k < 10; k++) {
      const t = k / 10;
      const at = (n) =>
        0.5 *
        (2 * b[n] +
          (c[n] - a[n]) * t +
          (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t * t +
          (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t * t * t);
      out.push([at(0), at(1)]);
    }
  }
  return out;
};

/** A long low building of rooms with balconies, in three steps. */
function wing(s, x, base, width, floors, { fade = 0, wall = s.lit(s.palette.walls[0], 0.4) } = {}) {
  const far = (colour) => (fade ? s.faded(colour, fade) : colour);
  const height = 74;
  return repeat(floors, (row) => {
    const inset = row * 46;
    const y = base - height * (row + 1);
    const count = Math.floor((width - inset * 2) / 84);
    const step = (width - inset * 2) / count;
    return (
      rect(x + inset, y, width - inset * 2, height, far(wall)) +
      rect(s.light > 0 ? x + inset : x + width - inset - 30, y, 30, height, s.palette.shade, { opacity: 0.2 }) +
      repeat(
        count,
        (i) =>
          rect(
            x + inset + step * i + 14,
            y + 16,
            step - 28,
            height - 16,
            s.palette.night && s.random.chance(0.6) ? s.palette.windowLit : far(s.palette.window),
          ) + rect(x + inset + step * i + step / 2 - 2, y + 16, 4, height - 16, far(wall)),
      ) +
      rect(x + inset - 10, y - 8, width - inset * 2 + 20, 12, far(s.palette.roof[0])) +
      rect(x + inset, y + height - 26, width - inset * 2, 5, far(s.palette.wood[1])) +
      repeat(count * 5, (i) => rect(x + inset + (step / 5) * i, y + height - 26, 2, 26, far(s.palette.wood[1])))
    );
  });
}

function lagoonPool(s) {
  const ground = 560;
  const lagoon = curved([
    [300, 650], [620, 620], [980, 640], [1300, 690], [1330, 790], [1120, 850], [1180, 930], [900, 985], [420, 960],
    [200, 880], [330, 770],
  ]);
  const islet =
    ellipse(760, 800, 130, 34, s.palette.lime[1]) +
    ellipse(760, 794, 124, 30, s.palette.grass[1]) +
    palm(s, 740, 796, 280, { lean: 0.1 }) +
    palm(s, 780, 800, 210, { lean: -0.12 }) +
    agave(s, 700, 806, 54) +
    flowering(s, 830, 812, 80, 34);
  return (
    sky(s, ground) +
    sun(s, 1180, 160, 66) +
    clouds(s, 4, 60, 190) +
    ranges(s, 500, { heights: [0.26, 0.18, 0.1] }) +
    sea(s, 470, { bottom: 570 }) +
    sail(s, 250, 510, 40) +
    sail(s, 1310, 500, 30) +
    hill(
      s,
      [[-20, 560], [200, 540], [700, 520], [1200, 536], [1520, 520]],
      s.palette.veg[1],
      s.palette.veg[0],
    ) +
    palm(s, 300, 590, 260) +
    palm(s, 1180, 590, 280, { lean: -0.06 }) +
    wing(s, 400, 590, 720, 4) +
    palm(s, 460, 600, 230) +
    palm(s, 1080, 600, 210, { lean: -0.05 }) +
    bush(s, 760, 600, 820, 34) +
    flowering(s, 560, 604, 160, 44) +
    flowering(s, 960, 604, 180, 44) +
    rect(0, 590, s.width, 420, s.palette.sand[0]) +
    path("M-20 590H1520V640Q1100 600 760 606T-20 640Z", s.palette.grass[1]) +
    pool(s, lagoon, { edge: 20 }) +
    islet +
    repeat(
      3,
      (i) =>
        sunshade(s, 1250 + i * 110, 700 + i * 70, 110 + i * 16) +
        lounger(s, 1220 + i * 110, 706 + i * 72, 110 + i * 18, { flip: true, towel: i % 2 ? s.palette.sea[1] : s.palette.accent }),
    ) +
    repeat(
      2,
      (i) =>
        sunshade(s, 150 - i * 60, 720 + i * 70, 110 + i * 16) +
        lounger(s, 170 - i * 60, 726 + i * 72, 110 + i * 18, { towel: i % 2 ? s.palette.accent : s.palette.sea[1] }),
    ) +
    palm(s, 60, 1000, 620, { lean: 0.16 }) +
    foreground(s, { width: 360, height: 140 }) +
    s.mirror(foreground(s, { width: 300, height: 110 }))
  );
}

function pavilionsAtSunset(s) {
  const horizon = 400;
  const pavilion = (x, y, size) => {
    const W = size;
    return (
      ellipse(x, y + 4, W * 0.7, W * 0.06, s.palette.ink, { opacity: 0.3 }) +
      rect(x - W * 0.5, y - W * 0.42, W, W * 0.42, s.palette.walls[0]) +
      rect(x - W * 0.5, y - W * 0.42, W * 0.16, W * 0.42, s.palette.shade, { opacity: 0.25 }) +
      rect(x - W * 0.26, y - W * 0.32, W * 0.62, W * 0.32, s.palette.windowLit) +
      rect(x + W * 0.04, y - W * 0.32, W * 0.02, W * 0.32, s.palette.wood[2]) +
      ellipse(
        x + W * 0.04,
        y - W * 0.16,
        W * 0.6,
        W * 0.36,
        s.radial([[0, s.palette.glow, 0.5], [1, s.palette.glow, 0]]),
      ) +
      poly(
        [
          [x - W * 0.62, y - W * 0.4], [x - W * 0.36, y - W * 0.66], [x + W * 0.36, y - W * 0.66],
          [x + W * 0.62, y - W * 0.4],
        ],
        s.palette.roof[0],
      ) +
      poly(
        [
          [x - W * 0.62, y - W * 0.4], [x - W * 0.36, y - W * 0.66], [x - W * 0.2, y - W * 0.66],
          [x - W * 0.34, y - W * 0.4],
        ],
        s.palette.roof[1],
      ) +
      rect(x - W * 0.66, y - 6, W * 1.32, 14, s.palette.wood[1]) +
      repeat(5, (i) => rect(x - W * 0.6 + i * W * 0.29, y + 8, 8, W * 0.16, s.palette.wood[2])) +
      poly(
        [[x - W * 0.1, y - 4], [x + W * 0.5, y - 4], [x + W * 0.58, y + 4], [x - W * 0.18, y + 4]],
        s.palette.sea[2],
      )
    );
  };
  return (
    sky(s, horizon) +
    stars(s, 40, 220) +
    sun(s, 360, 210, 78) +
    clouds(s, 4, 70, 220) +
    ranges(s, horizon, { heights: [0.1, 0.07, 0.035] }) +
    sea(s, horizon) +
    glitter(s, 360, horizon, 820) +
    headlandInSea(s, { x0: -100, x1: 230, base: 470, height: 200, light: 1, fade: 0.3, envelope: fallingRight, count: 10 }) +
    sail(s, 500, 470, 60) +
    moored(s, 330, 620, 90) +
    moored(s, 180, 700, 110, s.palette.accent) +
    path("M560 1010Q600 800 760 660T1080 470Q1280 380 1520 330V1010Z", s.palette.veg[2]) +
    path("M640 1010Q700 830 850 700T1160 520Q1340 430 1520 390V1010Z", s.palette.veg[1]) +
    path("M820 1010Q900 880 1040 780T1520 520V1010Z", s.palette.veg[0], { opacity: 0.5 }) +
    boulder(s, 560, 1000, 260, 80, s.palette.rock) +
    boulder(s, 640, 900, 150, 52, s.palette.rock) +
    boulder(s, 720, 790, 110, 40, s.palette.rock) +
    pine(s, 1230, 500, 190) +
    pine(s, 1420, 440, 200) +
    pavilion(1100, 570, 150) +
    pavilion(1360, 520, 150) +
    bush(s, 1230, 600, 260, 60) +
    pine(s, 940, 690, 200) +
    pavilion(960, 740, 190) +
    pavilion(1300, 720, 200) +
    bush(s, 1130, 780, 260, 70) +
    flowering(s, 1450, 770, 200, 70) +
    bush(s, 830, 840, 200, 70) +
    pavilion(1140, 920, 250) +
    palm(s, 1400, 960, 330, { lean: -0.08 }) +
    bush(s, 880, 990, 320, 110) +
    flowering(s, 1400, 1010, 380, 110) +
    repeat(6, (i) => wallLantern(s, 830 + i * 60, 800 - i * 42 + (i % 2) * 16, 14)) +
    foreground(s, { width: 380, height: 150 })
  );
}

function pontoonAndCabanas(s) {
  const horizon = 420;
  const cabana = (x, y, size) => {
    const [w, h] = [size, size * 0.95];
    return (
      ellipse(x, y, w * 0.62, w * 0.05, s.palette.ink, { opacity: 0.2 }) +
      poly(
        [
          [x - w * 0.5, y - h], [x + w * 0.5, y - h], [x + w * 0.5, y - h * 0.05], [x - w * 0.5, y - h * 0.05],
        ],
        s.palette.cream,
        { opacity: 0.25 },
      ) +
      curtain(s, x - w * 0.5, y - h, w * 0.24, h, { gather: 0.05 }) +
      curtain(s, x + w * 0.26, y - h, w * 0.24, h, { gather: 0.95 }) +
      rect(x - w * 0.36, y - h * 0.26, w * 0.72, h * 0.18, s.lit(s.palette.cream, 0.5), { rx: 10 }) +
      rect(x - w * 0.34, y - h * 0.4, w * 0.2, h * 0.15, s.palette.accent, { rx: 8 }) +
      rect(x + w * 0.12, y - h * 0.38, w * 0.2, h * 0.13, s.palette.sea[1], { rx: 8 }) +
      rect(x - w * 0.4, y - h * 0.1, w * 0.8, h * 0.06, s.palette.wood[1]) +
      rect(x - w * 0.52, y - h, w * 0.05, h, s.palette.wood[1]) +
      rect(x + w * 0.47, y - h, w * 0.05, h, s.palette.wood[1]) +
      rect(x - w * 0.58, y - h * 1.05, w * 1.16, h * 0.08, s.palette.wood[0]) +
      poly(
        [
          [x - w * 0.58, y - h * 1.05], [x - w * 0.4, y - h * 1.2], [x + w * 0.4, y - h * 1.2], [x + w * 0.58, y - h * 1.05],
        ],
        s.palette.cream,
      ) +
      poly(
        [
          [x - w * 0.58, y - h * 1.05], [x - w * 0.4, y - h * 1.2], [x - w * 0.2, y - h * 1.2], [x - w * 0.26, y - h * 1.05],
        ],
        s.shaded(s.palette.cream, 0.2),
      )
    );
  };
  const deck =
    poly(
      [[690, 1010], [730, 560], [790, 560], [1010, 1010]],
      s.palette.wood[0],
    ) +
    repeat(22, (i) => {
      const t = Math.pow(i / 22, 1.6);
      const y = 560 + 450 * t;
      return rect(730 - 40 * t, y, 60 + 260 * t, 2 + 3 * t, s.palette.wood[2], { opacity: 0.5 });
    }) +
    rect(630, 540, 260, 26, s.palette.wood[0]) +
    rect(630, 566, 260, 8, s.palette.wood[2]) +
    repeat(4, (i) => rect(640 + i * 76, 574, 10, 34, s.palette.wood[2]));
  const edge = [[-20, 760], [300, 780], [620, 850], [760, 905], [980, 880], [1250, 800], [1520, 770]];
  return (
    sky(s, horizon) +
    sun(s, 1080, 200, 64) +
    clouds(s, 4, 60, 180) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.06] }) +
    sea(s, horizon, { shallow: true }) +
    glitter(s, 1080, horizon, 760) +
    headlandInSea(s, { x0: 120, x1: 460, base: 470, height: 170, light: 1, fade: 0.35, envelope: island, count: 11 }) +
    headlandInSea(s, { x0: 1180, x1: 1640, base: 520, height: 280, light: 1, fade: 0.14, envelope: risingRight, count: 11 }) +
    shallows(s, edge) +
    beach(s, edge) +
    reflection(s, rect(630, 540, 260, 34, s.palette.wood[2]), 606, { squash: 0.9, opacity: 0.35 }) +
    deck +
    sunshade(s, 690, 544, 120) +
    lounger(s, 800, 544, 120, { flip: true, towel: s.palette.accent }) +
    pointu(s, 980, 600, 120, s.palette.accent) +
    sail(s, 560, 480, 54) +
    ripples(s, [0, 1500], [620, 760], 18, s.palette.foam, 0.4, 100) +
    cabana(250, 900, 300) +
    cabana(1290, 910, 310) +
    palm(s, 470, 930, 420, { lean: -0.1 }) +
    palm(s, 1080, 940, 450, { lean: 0.08 }) +
    potted(s, 640, 985, 120, { kind: "agave" }) +
    potted(s, 1060, 990, 120, { kind: "agave" }) +
    flowering(s, 60, 1010, 340, 100) +
    flowering(s, 1470, 1010, 340, 110)
  );
}

export const compositions = [
  { seed: 2, palette: "noon", light: 1, draw: lagoonPool },
  { seed: 7, palette: "sunset", light: -1, draw: pavilionsAtSunset },
  { seed: 4, palette: "dawn", light: 1, draw: pontoonAndCabanas },
];
