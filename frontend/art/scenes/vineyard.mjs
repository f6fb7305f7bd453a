// Vineyards: rows running to the domain, a tasting under the oak at sunset, terraces above the sea.
import { box, stoneWall, tiledRoof, window } from "../lib/buildings.mjs";
import { campanile } from "../lib/towers.mjs";
import { garland, wallLantern } from "../lib/terrace.mjs";
import { bush, cypress, flowering, foreground, frameFoliage, pine, roundTree } from "../lib/plants.mjs";
import { bottle, breadLoaf, glass } from "../lib/tableware.mjs";
import { headlandInSea, risingRight } from "../lib/rock.mjs";
import { sail } from "../lib/boats.mjs";
import { clouds, hill, ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, sea } from "../lib/water.mjs";
import { circle, ellipse, path, poly, rect, repeat, smooth, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** Rows of vines that meet at a vanishing point; light and dark side of each row. */
function vineRows(s, { vanishing: [vx, vy], top, count, spread, from = -1, to = 1 }) {
  const depth = (x) => vx + (x - vx) * ((top - vy) / (s.height + 20 - vy));
  return repeat(count, (i) => {
    const near = vx + spread * (from + ((to - from) * (i + 0.5)) / count);
    const step = (spread * (to - from)) / count;
    const row = (a, b, lift, fill) =>
      poly(
        [
          [depth(near + step * a), top - lift * 0.12], [depth(near + step * b), top - lift * 0.12],
          [near + step * b, s.height + 20 - lift], [near + step * a, s.height + 20 - lift],
        ],
        fill,
      );
    const leaves = repeat(30, (k) => {
      const t = Math.pow(k / 30, 1.9);
      const y = top + (s.height + 20 - top) * t;
      const share = (y - vy) / (s.height + 20 - vy);
      const x = vx + (near - vx) * share;
      const r = step * 0.2 * share;
      return x < -80 || x > s.width + 80
        ? ""
        : circle(x, y - r * 1.3, r * s.random.range(0.9, 1.25), s.palette.veg[1]) +
            circle(x + s.light * r * 0.4, y - r * 1.7, r * 0.66, s.random.chance(0.3) ? s.palette.grass[0] : s.palette.veg[0]) +
            (share > 0.55 && s.random.chance(0.4) ? circle(x - r * 0.1, y - r * 0.6, r * 0.22, s.palette.bloom[1]) : "");
    });
    return row(-0.24, 0.2, 0, s.palette.veg[2]) + leaves;
  });
}

/** Noon: rows, a pale domain with a tower, hills behind. */
function rowsToTheDomain(s) {
  const domain =
    rect(560, 420, 380, 120, s.palette.walls[0]) +
    rect(560, 420, 60, 120, s.palette.shade, { opacity: 0.2 }) +
    tiledRoof(s, 560, 940, 424, 54, { inset: 50 }) +
    rect(640, 360, 120, 180, s.palette.walls[4]) +
    rect(640, 360, 30, 180, s.palette.shade, { opacity: 0.2 }) +
    tiledRoof(s, 640, 760, 364, 44, { inset: 40 }) +
    repeat(3, (i) => window(s, 800 + i * 46, 450, 20, 34, { shutters: s.palette.veg[1] })) +
    window(s, 690, 390, 24, 40, { shutters: s.palette.veg[1] }) +
    path("M684 540V496A16 16 0 0 1 716 496V540Z", s.palette.wood[2]) +
    stoneWall(s, box(940, 460, 1060, 540), { course: 14 }) +
    tiledRoof(s, 940, 1060, 463, 34, { inset: 30 });
  return (
    sky(s, 600) +
    sun(s, 1150, 150, 62) +
    clouds(s, 4, 60, 180) +
    ranges(s, 520, { heights: [0.34, 0.25, 0.15] }) +
    hill(
      s,
      [[-20, 480], [260, 430], [560, 470], [860, 450], [1180, 410], [1520, 440]],
      s.faded(s.palette.veg[0], 0.2),
      s.palette.grass[1],
    ) +
    hill(
      s,
      [[-20, 540], [400, 510], [800, 530], [1200, 506], [1520, 520]],
      s.palette.grass[1],
      s.palette.grass[0],
    ) +
    repeat(7, (i) => cypress(s, 400 - i * 44, 548 + i * 3, 110 + i * 14)) +
    cypress(s, 1090, 548, 150) +
    cypress(s, 1130, 548, 120) +
    pine(s, 520, 548, 150) +
    domain +
    bush(s, 740, 552, 420, 22) +
    path("M-20 548Q700 530 1520 548V1020H-20Z", mix(s.palette.sand[1], s.palette.rock[0], 0.3)) +
    vineRows(s, { vanishing: [750, 430], top: 552, count: 15, spread: 1500, from: -1.1, to: 1.1 }) +
    roundTree(s, 1420, 800, 420, { silver: 0.15 }) +
    flowering(s, 1430, 1010, 380, 110) +
    foreground(s, { width: 360, height: 120, agaves: false })
  );
}

/** Sunset: a barrel table, two glasses, the rows catching the last light. */
function tastingUnderTheOak(s) {
  const barrel = (x, y, size) =>
    ellipse(x, y, size * 0.46, size * 0.06, s.palette.ink, { opacity: 0.35 }) +
    path(
      `M${x - size * 0.34} ${y}Q${x - size * 0.5} ${y - size * 0.5} ${x - size * 0.34} ${y - size}H${x + size * 0.34}Q${x + size * 0.5} ${y - size * 0.5} ${x + size * 0.34} ${y}Z`,
      s.palette.wood[1],
    ) +
    path(
      `M${x + size * 0.12} ${y}Q${x + size * 0.2} ${y - size * 0.5} ${x + size * 0.12} ${y - size}H${x + size * 0.34}Q${x + size * 0.5} ${y - size * 0.5} ${x + size * 0.34} ${y}Z`,
      s.palette.shade,
      { opacity: s.light < 0 ? 0.35 : 0 },
    ) +
    repeat(3, (i) =>
      stroke(
        `M${x - size * (0.405 + (i === 1 ? 0.015 : 0))} ${y - size * (0.25 + i * 0.25)}H${x + size * (0.405 + (i === 1 ? 0.015 : 0))}`,
        s.palette.ink,
        size * 0.04,
      ),
    ) +
    ellipse(x, y - size, size * 0.46, size * 0.08, s.palette.wood[2]) +
    ellipse(x, y - size - 10, size * 0.5, size * 0.085, s.palette.wood[0]);
  return (
    sky(s, 560) +
    sun(s, 480, 230, 88) +
    clouds(s, 4, 80, 240) +
    ranges(s, 520, { heights: [0.22, 0.15, 0.08] }) +
    hill(
      s,
      [[-20, 520], [300, 490], [700, 520], [1100, 470], [1520, 440]],
      s.palette.veg[1],
      mix(s.palette.veg[0], s.palette.rock[0], 0.4),
    ) +
    campanile(s, 1130, 500, 26, 90) +
    repeat(
      5,
      (i) =>
        rect(1060 + i * 36, 470 - (i % 2) * 10, 32, 40, s.palette.walls[i]) +
        poly(
          [
            [1056 + i * 36, 470 - (i % 2) * 10], [1076 + i * 36, 456 - (i % 2) * 10], [1096 + i * 36, 470 - (i % 2) * 10],
          ],
          s.palette.roof[0],
        ),
    ) +
    cypress(s, 990, 520, 120) +
    cypress(s, 1260, 500, 130) +
    path("M-20 540Q700 516 1520 530V1020H-20Z", mix(s.palette.rock[2], s.palette.veg[2], 0.45)) +
    vineRows(s, { vanishing: [480, 440], top: 546, count: 15, spread: 1700, from: -0.9, to: 1.3 }) +
    path("M620 1020Q800 830 1130 800T1520 790V1020Z", s.palette.grass[2]) +
    path("M760 1020Q900 880 1200 850T1520 846V1020Z", s.palette.grass[1], { opacity: 0.6 }) +
    circle(
      1090,
      700,
      260,
      s.radial([[0, s.palette.glow, 0.4], [1, s.palette.glow, 0]]),
    ) +
    roundTree(s, 1330, 940, 940, { foliage: s.palette.veg }) +
    garland(s, 900, 330, 1510, 470, 60) +
    barrel(1080, 970, 300) +
    bottle(s, 1090, 664, 190) +
    glass(s, 1000, 668, 110, { wine: true, drink: s.palette.bloom[1] }) +
    glass(s, 1175, 668, 110, { wine: true, drink: s.palette.bloom[1] }) +
    barrel(1390, 985, 200) +
    breadLoaf(s, 1390, 780, 120) +
    wallLantern(s, 1250, 940, 40) +
    foreground(s, { width: 440, height: 150, agaves: false })
  );
}

/** Dawn: dry-stone terraces of vines falling to a gulf of red rock. */
function terracesAboveTheSea(s) {
  const horizon = 400;
  const terrace = (y, bend) => {
    const line = [
      [-20, y + bend], [300, y + 10], [640, y - 14], [980, y + 26], [1260, y + 90 + bend], [1520, y + 170 + bend],
    ];
    const lower = line.map(([x, ly]) => [x, ly + 60]);
    const along = (t) => {
      const i = Math.min(4, Math.floor(t * 5));
      const k = t * 5 - i;
      return [line[i][0] + (line[i + 1][0] - line[i][0]) * k, line[i][1] + (line[i + 1][1] - line[i][1]) * k];
    };
    return (
      path(smooth(line) + "L1520 1020L-20 1020Z", s.palette.grass[1]) +
      stoneWall(s, [...line.map(([x, ly]) => [x, ly + 34]), ...lower.toReversed()], { course: 13 }) +
      repeat(44, (i) => {
        const [x, ly] = along((i + 0.5) / 44);
        const r = 20 + (y - 480) * 0.02;
        return (
          rect(x - 2, ly - 2, 4, 34, s.palette.wood[2]) +
          circle(x, ly + 6, r, s.palette.veg[1]) +
          circle(x + s.light * 6, ly, r * 0.66, s.palette.veg[0]) +
          (i % 5 === 0 ? circle(x - 6, ly + 16, 5, s.palette.bloom[1]) : "")
        );
      })
    );
  };
  return (
    sky(s, horizon) +
    sun(s, 460, 190, 64) +
    clouds(s, 4, 60, 180) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.06] }) +
    sea(s, horizon, { shallow: true }) +
    glitter(s, 460, horizon, 640) +
    headlandInSea(s, { x0: 900, x1: 1620, base: 520, height: 330, light: -1, fade: 0.16, envelope: risingRight, count: 14 }) +
    sail(s, 640, 460, 56) +
    sail(s, 300, 440, 34) +
    terrace(580, 0) +
    terrace(680, 10) +
    terrace(785, 20) +
    terrace(895, 30) +
    stoneWall(s, box(1080, 610, 1250, 720), { course: 16 }) +
    path("M1064 612L1110 552H1220L1266 612Z", s.palette.roof[0]) +
    rect(1150, 656, 36, 64, s.palette.wood[2]) +
    cypress(s, 1300, 730, 200) +
    cypress(s, 1040, 690, 170) +
    roundTree(s, 1420, 860, 340, { silver: 0.25 }) +
    pine(s, 110, 1010, 700, { foliage: frameFoliage(s), lean: 0.05 }) +
    foreground(s, { width: 380, height: 120 })
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: rowsToTheDomain },
  { seed: 5, palette: "sunset", light: -1, draw: tastingUnderTheOak },
  { seed: 7, palette: "dawn", light: -1, draw: terracesAboveTheSea },
];
