// Holiday residences: a terrace with its table, the white blocks around their garden, a kitchen open on the loggia.
import { tiledRoof } from "../lib/buildings.mjs";
import { garland, groundShadow, pergola, railing, wallLantern } from "../lib/terrace.mjs";
import { bush, climber, cypress, flowering, foreground, frameFoliage, palm, pine, potted, roundTree } from "../lib/plants.mjs";
import { lightPatch, opening, pendant, room } from "../lib/interior.mjs";
import { rug, sofa } from "../lib/furniture.mjs";
import { bistroChair, chairBack, lounger, sunshade } from "../lib/outdoor.mjs";
import { bottle, bouquet, fruitBowl, glass, plate } from "../lib/tableware.mjs";
import { fallingRight, headlandInSea, island } from "../lib/rock.mjs";
import { moored, sail } from "../lib/boats.mjs";
import { clouds, ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, pool, sea } from "../lib/water.mjs";
import { circle, path, rect, repeat } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** Three-storey blocks with loggias, tiled roofs, a pool and lawns. */
function aroundTheGarden(s) {
  const ground = 650;
  const block = (x, base, width, wall) => {
    const [floor, columns] = [104, Math.round(width / 130)];
    const step = width / columns;
    return (
      rect(x, base - floor * 3, width, floor * 3, wall) +
      rect(x, base - floor * 3, 34, floor * 3, s.palette.shade, { opacity: 0.22 }) +
      tiledRoof(s, x, x + width, base - floor * 3 + 3, 70, { inset: 64, overhang: 18 }) +
      repeat(3 * columns, (k) => {
        const [i, row] = [k % columns, Math.floor(k / columns)];
        const [wx, wy] = [x + step * i + 22, base - floor * (row + 1) + 16];
        const arch = `M${wx} ${wy + 88}V${wy + 34}A${(step - 44) / 2} 34 0 0 1 ${wx + step - 44} ${wy + 34}V${wy + 88}Z`;
        return (
          path(arch, s.shaded(wall, 0.5)) +
          s.clip(
            arch,
            rect(wx + 20, wy + 22, step - 84, 70, s.palette.window) +
              rect(wx + step / 2 - 24, wy + 22, 4, 70, s.palette.cream) +
              rect(wx, wy + 56, step - 44, 34, row ? mix(wall, s.palette.cream, 0.4) : wall) +
              (k % 3 ? flowering(s, wx + (step - 44) / 2, wy + 60, 60, 20) : ""),
          )
        );
      }) +
      repeat(2, (row) => rect(x - 4, base - floor * (row + 1) - 3, width + 8, 8, s.lit(wall, 0.5)))
    );
  };
  return (
    sky(s, ground) +
    sun(s, 760, 150, 62) +
    clouds(s, 4, 60, 180) +
    ranges(s, 560, { heights: [0.36, 0.26, 0.15] }) +
    sea(s, 520, { bottom: 600 }) +
    sail(s, 700, 556, 40) +
    sail(s, 820, 544, 24) +
    pine(s, 650, 660, 250) +
    pine(s, 880, 660, 280) +
    block(60, ground, 520, s.palette.walls[0]) +
    block(960, ground, 520, s.palette.walls[3]) +
    palm(s, 620, 680, 260) +
    palm(s, 930, 680, 280, { lean: -0.06 }) +
    rect(0, ground, s.width, 360, s.palette.grass[1]) +
    path("M-20 660Q400 640 760 668T1520 654V720Q1100 690 760 700T-20 720Z", s.palette.grass[0]) +
    path("M560 660H960L1240 1020H260Z", s.palette.sand[0]) +
    pool(
      s,
      [[600, 720], [930, 720], [1100, 930], [430, 930]],
      { edge: 18 },
    ) +
    flowering(s, 310, 680, 420, 50) +
    flowering(s, 1220, 680, 440, 50) +
    sunshade(s, 1130, 780, 130) +
    lounger(s, 1170, 786, 140, { flip: true, towel: s.palette.accent }) +
    sunshade(s, 1250, 890, 160) +
    lounger(s, 1300, 896, 170, { flip: true, towel: s.palette.sea[1] }) +
    sunshade(s, 400, 780, 130) +
    lounger(s, 370, 786, 140, { towel: s.palette.sea[1] }) +
    cypress(s, 60, 760, 300) +
    bush(s, 180, 860, 300, 80) +
    roundTree(s, 1430, 860, 280, { silver: 0.2 }) +
    pine(s, 120, 1010, 520, { foliage: frameFoliage(s) }) +
    s.mirror(foreground(s, { width: 420, height: 120 })) +
    foreground(s, { width: 360, height: 110, agaves: false })
  );
}

/** Dinner hour on a private terrace: long table, pergola, the gulf below. */
function eveningTerrace(s) {
  const horizon = 420;
  const floor = 720;
  const table =
    groundShadow(s, 760, 965, 520, 26) +
    rect(300, 770, 920, 26, s.palette.wood[0]) +
    rect(300, 794, 920, 10, s.palette.wood[2]) +
    rect(350, 804, 22, 160, s.palette.wood[2]) +
    rect(1148, 804, 22, 160, s.palette.wood[2]);
  return (
    sky(s, horizon) +
    sun(s, 560, 220, 80) +
    clouds(s, 4, 70, 220) +
    ranges(s, horizon, { heights: [0.1, 0.07, 0.035] }) +
    sea(s, horizon, { bottom: floor }) +
    glitter(s, 560, horizon, floor - 20) +
    headlandInSea(s, { x0: 820, x1: 1160, base: 490, height: 200, light: -1, fade: 0.25, envelope: island, count: 11 }) +
    headlandInSea(s, { x0: -120, x1: 260, base: 540, height: 300, light: 1, fade: 0.14, envelope: fallingRight, count: 10 }) +
    sail(s, 680, 480, 60) +
    moored(s, 420, 560, 80) +
    bush(s, 300, floor, 420, 70) +
    bush(s, 900, floor, 520, 60) +
    railing(s, -10, 1200, floor, 110) +
    rect(1180, -10, 340, floor + 10, s.palette.walls[0]) +
    rect(1180, -10, 30, floor + 10, s.shaded(s.palette.walls[0], 0.3)) +
    rect(1270, 330, 190, floor - 330, s.palette.windowLit) +
    rect(1362, 330, 6, floor - 330, s.palette.wood[2]) +
    rect(1258, 318, 214, 14, s.palette.cream) +
    circle(
      1365,
      540,
      260,
      s.radial([[0, s.palette.glow, 0.55], [1, s.palette.glow, 0]]),
    ) +
    wallLantern(s, 1225, 440, 32) +
    rect(0, floor, s.width, 290, mix(s.palette.rock[1], s.palette.sand[2], 0.4)) +
    repeat(6, (i) => rect(0, floor + i * i * 9 + i * 8, s.width, 3, s.palette.rock[3], { opacity: 0.3 })) +
    repeat(14, (i) =>
      path(`M${i * 120} ${floor}L${(i - 6) * 300 + 700} 1000`, "none", { stroke: s.palette.rock[3], "stroke-width": 2, opacity: 0.3 }),
    ) +
    chairBack(s, 480, 860, 210, { colour: s.palette.wood[1] }) +
    chairBack(s, 760, 860, 210, { colour: s.palette.wood[1] }) +
    chairBack(s, 1040, 860, 210, { colour: s.palette.wood[1] }) +
    table +
    bouquet(s, 760, 770, 130) +
    bottle(s, 620, 772, 150) +
    glass(s, 540, 774, 84, { wine: true, drink: s.palette.bloom[1] }) +
    glass(s, 900, 774, 84, { wine: true, drink: s.palette.bloom[1] }) +
    plate(s, 440, 770, 76, { flat: 0.16 }) +
    plate(s, 1080, 770, 76, { flat: 0.16 }) +
    fruitBowl(s, 990, 772, 110) +
    wallLantern(s, 690, 744, 26) +
    bistroChair(s, 220, 970, 250, { colour: s.palette.wood[1] }) +
    bistroChair(s, 1310, 970, 250, { colour: s.palette.wood[1], flip: true }) +
    pergola(s, 40, 1160, 130, floor, { depth: 80, posts: 2 }) +
    climber(
      s,
      [[0, 70], [300, 60], [520, 84]],
      100,
    ) +
    climber(
      s,
      [[1160, 120], [1190, 300], [1180, 420]],
      80,
    ) +
    garland(s, 50, 170, 1180, 170, 90) +
    potted(s, 1440, 850, 170, { kind: "olive", clay: s.palette.cream }) +
    potted(s, 80, 930, 170, { kind: "lemon" })
  );
}

/** The flat itself at dawn: kitchen, island with stools, sofa and an open loggia. */
function kitchenOnTheLoggia(s) {
  const line = 720;
  const horizon = 420;
  const view =
    sky(s, horizon) +
    sun(s, 980, 240, 58) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.06] }) +
    sea(s, horizon) +
    glitter(s, 980, horizon, 620) +
    headlandInSea(s, { x0: 1060, x1: 1380, base: 480, height: 180, light: -1, fade: 0.25, envelope: island, count: 10 }) +
    sail(s, 880, 480, 54) +
    rect(700, 660, 800, 70, s.palette.lime[1]) +
    railing(s, 760, 1440, 660, 110, { glass: true }) +
    potted(s, 1330, 690, 120, { kind: "lemon" }) +
    lounger(s, 1010, 690, 130, { towel: s.palette.accent });
  const cupboards =
    rect(60, 130, 560, 170, s.palette.sea[1]) +
    repeat(
      3,
      (i) => rect(246 + i * 187 - 187, 130, 3, 170, s.palette.ink, { opacity: 0.3 }) + rect(210 + i * 187, 266, 20, 6, s.palette.glow),
    ) +
    rect(60, 300, 560, 10, s.palette.ink, { opacity: 0.16 });
  const counter =
    rect(50, 500, 590, 20, s.palette.wood[0]) +
    rect(60, 520, 570, 200, s.palette.sea[1]) +
    repeat(4, (i) => rect(60 + i * 142, 530, 3, 180, s.palette.ink, { opacity: 0.3 }) + rect(116 + i * 142, 544, 36, 6, s.palette.glow)) +
    rect(60, 310, 560, 190, s.lit(s.palette.cream, 0.3)) +
    repeat(70, (i) =>
      rect(
        64 + (i % 14) * 40,
        314 + Math.floor(i / 14) * 37,
        37,
        34,
        s.random.pick([s.palette.cream, s.lit(s.palette.sea[3], 0.6), s.lit(s.palette.sea[3], 0.75)]),
      ),
    ) +
    rect(140, 470, 110, 30, s.palette.ink, { rx: 4 }) +
    circle(170, 462, 22, s.palette.accent) +
    rect(150, 440, 42, 34, s.palette.accent, { rx: 8 });
  const islandUnit =
    groundShadow(s, 480, 945, 330, 22) +
    rect(200, 700, 560, 24, s.palette.lime[0]) +
    rect(200, 722, 560, 8, s.palette.lime[2]) +
    rect(220, 730, 520, 210, s.palette.wood[0]) +
    repeat(16, (i) => rect(226 + i * 32, 730, 3, 210, s.palette.wood[2], { opacity: 0.4 })) +
    repeat(
      3,
      (i) =>
        rect(290 + i * 160, 800, 100, 16, s.palette.accent, { rx: 8 }) +
        rect(304 + i * 160, 816, 8, 150, s.palette.wood[2]) +
        rect(368 + i * 160, 816, 8, 150, s.palette.wood[2]) +
        rect(304 + i * 160, 900, 72, 6, s.palette.wood[2]),
    );
  return (
    room(s, { line, floor: "planks", wall: mix(s.palette.cream, s.palette.walls[4], 0.5) }) +
    opening(s, 760, 140, 660, line - 140, view, { panes: 3, thick: 12 }) +
    lightPatch(
      s,
      [[780, 724], [1400, 724], [1300, 1000], [560, 1000]],
      0.4,
    ) +
    counter +
    cupboards +
    bouquet(s, 560, 500, 100) +
    pendant(s, 340, 190, 120) +
    pendant(s, 620, 190, 120) +
    rug(s, 1150, 985, 640, 110, { colour: s.palette.accent }) +
    sofa(s, 1180, 950, 520, { colour: s.palette.cream, cushions: [s.palette.sea[1], s.palette.accent] }) +
    islandUnit +
    fruitBowl(s, 360, 702, 150, { bowl: s.palette.cream }) +
    glass(s, 560, 704, 70, { drink: "#f5a63d" }) +
    plate(s, 660, 700, 64, { flat: 0.2 }) +
    potted(s, 1440, 820, 150, { kind: "olive", clay: s.palette.cream })
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: aroundTheGarden },
  { seed: 5, palette: "sunset", light: -1, draw: eveningTerrace },
  { seed: 7, palette: "dawn", light: 1, draw: kitchenOnTheLoggia },
];
