// Breakfast: on the terrace above the sea, in the window of the house, and the table from right above.
import { bouquet, breadLoaf, croissant, cup, cutlery, fruitBowl, glass, jug, orange, plate } from "../lib/tableware.mjs";
import { box, stoneWall } from "../lib/buildings.mjs";
import { pergola, railing } from "../lib/terrace.mjs";
import { climber, pine } from "../lib/plants.mjs";
import { curtain, opening, room } from "../lib/interior.mjs";
import { headlandInSea, island, risingRight } from "../lib/rock.mjs";
import { sail } from "../lib/boats.mjs";
import { clouds, ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, sea } from "../lib/water.mjs";
import { circle, ellipse, group, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** A white cloth in the foreground, the bay behind. */
function aboveTheSea(s) {
  const horizon = 400;
  const cloth = s.lit(s.palette.cream, 0.4);
  const checks =
    repeat(12, (i) =>
      stroke(
        [[80 + i * 122, 690], [-260 + i * 184, 1000]],
        s.palette.sea[2],
        16,
        { opacity: 0.2 },
      ),
    ) + repeat(4, (i) => rect(0, 706 + i * i * 22 + i * 38, s.width, 10 + i * 4, s.palette.sea[2], { opacity: 0.2 }));
  return (
    sky(s, horizon) +
    sun(s, 950, 190, 70) +
    clouds(s, 4, 60, 170) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.07] }) +
    sea(s, horizon) +
    glitter(s, 950, horizon, 660) +
    headlandInSea(s, { x0: 1120, x1: 1640, base: 500, height: 320, light: -1, fade: 0.14, envelope: risingRight, count: 12 }) +
    headlandInSea(s, { x0: 520, x1: 760, base: 430, height: 110, light: 1, fade: 0.45, envelope: island, count: 10 }) +
    sail(s, 800, 480, 62) +
    sail(s, 330, 450, 36) +
    railing(s, 0, 1500, 690, 140, { colour: s.palette.cream }) +
    rect(0, 676, s.width, 20, s.shaded(cloth, 0.3)) +
    poly(
      [[-20, 690], [1520, 690], [1520, 1020], [-20, 1020]],
      cloth,
    ) +
    checks +
    rect(0, 690, s.width, 6, s.palette.foam) +
    pergola(s, 60, 1440, 90, 690, { depth: 70, posts: 2 }) +
    climber(
      s,
      [[-10, 40], [300, 66], [620, 40]],
      92,
    ) +
    climber(
      s,
      [[1510, 60], [1330, 50], [1180, 80]],
      84,
    ) +
    jug(s, 430, 800, 170, { colour: s.palette.sea[1] }) +
    bouquet(s, 640, 790, 190) +
    fruitBowl(s, 1180, 830, 230) +
    glass(s, 930, 800, 120, { drink: "#f5a63d" }) +
    glass(s, 260, 900, 120, { drink: "#f5a63d" }) +
    plate(s, 760, 905, 190) +
    croissant(s, 720, 880, 130, -8) +
    croissant(s, 810, 892, 120, 10) +
    cup(s, 480, 935, 120, { saucer: true }) +
    cup(s, 1060, 950, 120, { saucer: true, flip: true }) +
    breadLoaf(s, 120, 830, 220) +
    orange(s, 1340, 920, 40) +
    orange(s, 1410, 946, 38)
  );
}

/** Dawn through the kitchen window: a wooden table, bread and honey. */
function inTheWindow(s) {
  const line = 660;
  const horizon = 480;
  const view =
    sky(s, horizon) +
    sun(s, 640, 235, 52) +
    ranges(s, horizon + 40, { heights: [0.2, 0.14, 0.08] }) +
    rect(0, horizon + 30, s.width, 200, s.palette.veg[0]) +
    pine(s, 900, 600, 210) +
    pine(s, 500, 590, 130) +
    pine(s, 1010, 590, 120);
  const [light, mid, dark] = s.palette.wood;
  const boards = repeat(
    5,
    (i) =>
      poly(
        [[-40, 690 + i * 66], [1540, 690 + i * 66], [1540, 756 + i * 66], [-40, 756 + i * 66]],
        mix(light, mid, [0.1, 0.3, 0.16, 0.36, 0.22][i]),
      ) +
      stroke(
        [[0, 690 + i * 66], [1500, 690 + i * 66]],
        dark,
        2,
        { opacity: 0.4 },
      ),
  );
  const honey =
    rect(988, 736, 84, 92, "#e9a13b", { rx: 12 }) +
    rect(994, 742, 18, 78, s.palette.glow, { rx: 8, opacity: 0.6 }) +
    rect(982, 716, 96, 24, s.palette.accent, { rx: 6 }) +
    rect(1000, 768, 60, 34, s.palette.cream);
  return (
    room(s, { line, wall: mix(s.palette.cream, s.palette.walls[3], 0.35), floor: "planks" }) +
    stoneWall(s, box(-10, -10, 300, 660), { course: 32 }) +
    stoneWall(s, box(1200, -10, 1510, 660), { course: 32 }) +
    opening(s, 400, 110, 700, 500, view, { panes: 3, rail: 0.32 }) +
    rect(360, 606, 780, 26, s.palette.wood[0]) +
    curtain(s, 320, 70, 150, 540, { colour: s.palette.cream, gather: 0.05 }) +
    curtain(s, 1030, 70, 150, 540, { colour: s.palette.cream, gather: 0.95 }) +
    bouquet(s, 470, 608, 130, { colours: [s.palette.accent, s.palette.glow, s.palette.bloom[0]], vase: s.palette.sea[1] }) +
    rect(-20, 676, 1540, 20, s.palette.wood[2]) +
    boards +
    poly(
      [[460, 692], [1040, 692], [1240, 1000], [240, 1000]],
      s.palette.glow,
      { opacity: 0.22 },
    ) +
    jug(s, 330, 812, 190, { colour: s.palette.cream }) +
    breadLoaf(s, 610, 800, 330) +
    poly(
      [[430, 800], [800, 800], [830, 830], [400, 830]],
      s.palette.wood[2],
    ) +
    honey +
    fruitBowl(s, 1260, 838, 240, { bowl: s.palette.cream }) +
    plate(s, 540, 930, 170, { rim: s.palette.accent }) +
    croissant(s, 540, 912, 150, -6) +
    cutlery(s, 760, 965, 170) +
    cup(s, 270, 965, 130) +
    plate(s, 1010, 945, 150, { rim: s.palette.accent }) +
    breadLoaf(s, 1010, 950, 150) +
    cup(s, 1330, 985, 120, { flip: true })
  );
}

/** The table from right above, in the slanting light of a summer evening: brocciu, figs, coffee. */
function fromAbove(s) {
  const [light, mid, dark] = s.palette.wood;
  const table = repeat(
    6,
    (i) =>
      rect(0, i * 167, s.width, 167, mix(light, mid, [0.2, 0.4, 0.28, 0.5, 0.24, 0.42][i])) +
      rect(0, i * 167, s.width, 3, dark, { opacity: 0.5 }),
  );
  const leafShadow = group(
    repeat(7, (i) =>
      ellipse(150 + i * 60, 80 + (i % 3) * 70, 120, 34, s.palette.ink, {
        transform: `rotate(${i * 28 - 60} ${150 + i * 60} ${80 + (i % 3) * 70})`,
      }),
    ),
    { opacity: 0.14 },
  );
  const dropShadow = (x, y, radius) =>
    circle(x - s.light * radius * 0.09, y + radius * 0.1, radius * 1.02, s.palette.ink, { opacity: 0.24 });
  const topPlate = (x, y, radius, rim) => dropShadow(x, y, radius) + plate(s, x, y, radius, { flat: 1, rim });
  const topCup = (x, y, radius, tone) =>
    topPlate(x, y, radius * 1.55, s.palette.sea[1]) +
    dropShadow(x, y, radius) +
    circle(x, y, radius, s.palette.cream) +
    circle(x, y, radius * 0.84, tone) +
    path(
      `M${x - radius * 0.5} ${y}Q${x} ${y - radius * 0.6} ${x + radius * 0.5} ${y}Q${x} ${y + radius * 0.2} ${x - radius * 0.5} ${y}Z`,
      s.lit(tone, 0.4),
    ) +
    pill(x + radius * 0.9, y - radius * 0.14, radius * 0.6, radius * 0.28, s.palette.cream);
  const fig = (x, y, radius) =>
    dropShadow(x, y, radius) +
    circle(x, y, radius, s.palette.bloom[1]) +
    circle(x, y, radius * 0.82, s.palette.cream) +
    circle(x, y, radius * 0.68, s.palette.bloom[0]) +
    repeat(9, (i) => circle(x + Math.cos(i * 0.7) * radius * 0.4, y + Math.sin(i * 0.7) * radius * 0.4, radius * 0.07, s.palette.glow));
  const slice = (x, y, radius) =>
    dropShadow(x, y, radius) +
    circle(x, y, radius, "#f2993a") +
    circle(x, y, radius * 0.88, s.palette.cream) +
    repeat(8, (i) => {
      const a = (i * Math.PI) / 4;
      const b = a + 0.68;
      const r = radius * 0.8;
      return path(
        `M${x} ${y}L${x + Math.cos(a) * r} ${y + Math.sin(a) * r}A${r} ${r} 0 0 1 ${x + Math.cos(b) * r} ${y + Math.sin(b) * r}Z`,
        "#f6b04f",
      );
    });
  const napkin = group(
    poly(
      [[0, 0], [150, -10], [160, 250], [8, 256]],
      s.palette.sea[1],
    ) +
      repeat(3, (i) =>
        poly(
          [[14 + i * 46, -2], [26 + i * 46, -3], [36 + i * 46, 254], [24 + i * 46, 255]],
          s.palette.cream,
          { opacity: 0.7 },
        ),
      ),
    { transform: "translate(1010 560) rotate(9)" },
  );
  const board =
    path("M90 520Q90 480 130 480H560Q600 480 600 520V860Q600 900 560 900H130Q90 900 90 860Z", dark) +
    path("M96 514Q96 474 136 474H556Q594 474 594 514V850Q594 888 556 888H136Q96 888 96 850Z", mix(light, s.palette.cream, 0.25));
  const cheese =
    dropShadow(250, 640, 112) +
    circle(250, 640, 112, s.palette.foam) +
    path("M250 640L338 570A112 112 0 0 1 360 660Z", s.shaded(s.palette.foam, 0.2)) +
    repeat(12, (i) => circle(250 + Math.cos(i) * 70, 640 + Math.sin(i * 1.7) * 70, 5, s.palette.lime[2]));
  const sprig = (x, y, turn) =>
    group(
      stroke("M0 0Q60 -14 130 0", s.palette.veg[2], 5) +
        repeat(6, (i) =>
          ellipse(14 + i * 20, i % 2 ? 14 : -18, 18, 8, s.palette.veg[i % 3], {
            transform: `rotate(${i % 2 ? 40 : -40} ${14 + i * 20} 0)`,
          }),
        ),
      { transform: `translate(${x} ${y}) rotate(${turn})` },
    );
  return (
    table +
    leafShadow +
    napkin +
    board +
    cheese +
    fig(440, 600, 52) +
    fig(500, 710, 48) +
    fig(400, 740, 44) +
    slice(250, 812, 52) +
    group(breadLoaf(s, 0, 0, 190), { transform: "translate(480 850) rotate(-18)" }) +
    sprig(330, 530, -12) +
    topPlate(800, 330, 215, s.palette.accent) +
    croissant(s, 750, 310, 190, -20) +
    croissant(s, 860, 370, 180, 150) +
    sprig(820, 230, 30) +
    topCup(1200, 250, 92, mix(s.palette.wood[2], s.palette.ink, 0.3)) +
    topCup(330, 230, 88, mix(s.palette.wood[1], s.palette.cream, 0.2)) +
    topPlate(1100, 745, 175, s.palette.sea[1]) +
    slice(1050, 720, 64) +
    fig(1160, 690, 50) +
    slice(1140, 800, 58) +
    fig(1050, 820, 44) +
    dropShadow(1390, 560, 78) +
    circle(1390, 560, 78, s.palette.foam, { opacity: 0.5 }) +
    circle(1390, 560, 64, "#f5a63d") +
    circle(1404, 546, 22, s.palette.glow, { opacity: 0.6 }) +
    dropShadow(730, 780, 66) +
    circle(730, 780, 66, s.palette.cream) +
    circle(730, 780, 54, "#e9a13b") +
    circle(744, 766, 18, s.palette.glow, { opacity: 0.7 }) +
    pill(838, 610, 14, 250, s.shaded(s.palette.foam, 0.15)) +
    ellipse(845, 610, 22, 36, s.shaded(s.palette.foam, 0.15)) +
    sprig(1300, 880, 200) +
    sprig(610, 100, 10)
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: aboveTheSea },
  { seed: 6, palette: "sunset", light: 1, draw: fromAbove },
  { seed: 5, palette: "dawn", light: 1, draw: inTheWindow },
];
