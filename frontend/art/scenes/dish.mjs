// Dishes: grilled fish by the sea, a board of charcuterie and wine, a fiadone from right above.
import { bottle, bouquet, breadLoaf, glass, jug, orange, plate } from "../lib/tableware.mjs";
import { box, stoneWall } from "../lib/buildings.mjs";
import { fish, lemonHalf, sprig, tomato } from "../lib/food.mjs";
import { wallLantern } from "../lib/terrace.mjs";
import { headlandInSea, island } from "../lib/rock.mjs";
import { sail } from "../lib/boats.mjs";
import { ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, sea } from "../lib/water.mjs";
import { circle, path, poly, rect, repeat, group, ellipse } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const boards = (s, top) => {
  const [light, mid, dark] = s.palette.wood;
  return repeat(5, (i) => {
    const h = (s.height - top) / 5;
    return (
      rect(0, top + i * h, s.width, h + 1, mix(light, mid, [0.15, 0.35, 0.2, 0.42, 0.26][i])) +
      rect(0, top + i * h, s.width, 3, dark, { opacity: 0.4 })
    );
  });
};

/** Grilled sea bream on a white plate, a carafe, the bay behind. */
function fishByTheSea(s) {
  const horizon = 330;
  const top = 480;
  return (
    sky(s, horizon) +
    sun(s, 1080, 160, 58) +
    ranges(s, horizon, { heights: [0.16, 0.11, 0.05] }) +
    sea(s, horizon) +
    glitter(s, 1080, horizon, 480) +
    headlandInSea(s, { x0: 160, x1: 560, base: 400, height: 190, light: 1, fade: 0.2, envelope: island, count: 12 }) +
    sail(s, 820, 400, 56) +
    sail(s, 1300, 376, 34) +
    rect(0, top - 4, s.width, 14, s.palette.wood[2]) +
    boards(s, top) +
    poly(
      [[250, 1020], [400, 560], [1120, 560], [1270, 1020]],
      s.palette.sea[1],
    ) +
    poly(
      [[300, 1020], [432, 580], [1088, 580], [1220, 1020]],
      "none",
      { stroke: s.palette.cream, "stroke-width": 5, opacity: 0.7 },
    ) +
    plate(s, 760, 780, 380, { flat: 0.46, rim: s.palette.sea[1] }) +
    fish(s, 740, 760, 1.75, -5) +
    lemonHalf(s, 960, 850, 58, 0.62) +
    lemonHalf(s, 540, 690, 46, 0.6) +
    tomato(s, 920, 672, 30) +
    tomato(s, 984, 700, 26) +
    tomato(s, 560, 850, 28) +
    sprig(s, 640, 880, -10) +
    sprig(s, 820, 640, 8, 0.8) +
    bottle(s, 190, 720, 360, { colour: s.palette.veg[1] }) +
    glass(s, 330, 690, 170, { wine: true, drink: "#efd184" }) +
    jug(s, 1340, 700, 230, { colour: s.palette.sea[1] }) +
    breadLoaf(s, 1230, 640, 190) +
    rect(206, 800, 18, 190, s.shaded(s.palette.foam, 0.25), { rx: 8 }) +
    rect(194, 760, 42, 70, s.shaded(s.palette.foam, 0.25), { rx: 10 }) +
    repeat(2, (i) => rect(206 + i * 11, 756, 5, 46, s.palette.wood[1])) +
    rect(1308, 800, 16, 190, s.shaded(s.palette.foam, 0.25), { rx: 8 }) +
    path("M1308 820V750Q1340 760 1332 830Z", s.shaded(s.palette.foam, 0.15)) +
    lemonHalf(s, 1410, 860, 60, 0.62) +
    orange(s, 110, 860, 56, "#f6c945")
  );
}

/** Cured ham, lonzu, cheese and a glass of red by the fire of evening. */
function boardAndWine(s) {
  const top = 560;
  const slices = (x, y, count, tone) =>
    repeat(count, (i) => {
      const cx = x + i * 46;
      return (
        ellipse(cx, y + 6, 52, 30, s.palette.ink, { opacity: 0.16 }) +
        ellipse(cx, y, 52, 30, s.shaded(tone, 0.25)) +
        ellipse(cx, y - 2, 47, 26, tone) +
        repeat(5, (k) => ellipse(cx - 24 + k * 12, y - 4 + ((k * 7) % 13) - 5, 5, 3, s.palette.cream, { opacity: 0.8 }))
      );
    });
  const ham = (x, y) =>
    repeat(
      4,
      (i) =>
        path(
          `M${x + i * 74} ${y}Q${x + 20 + i * 74} ${y - 70} ${x + 70 + i * 74} ${y - 46}Q${x + 116 + i * 74} ${y - 20} ${x + 92 + i * 74} ${y + 18}Q${x + 40 + i * 74} ${y + 34} ${x + i * 74} ${y}Z`,
          mix("#c04a48", s.palette.rock[1], 0.25),
        ) +
        path(`M${x + 12 + i * 74} ${y - 2}Q${x + 30 + i * 74} ${y - 50} ${x + 70 + i * 74} ${y - 36}`, "none", {
          stroke: s.palette.cream,
          "stroke-width": 7,
          opacity: 0.85,
        }) +
        path(`M${x + 40 + i * 74} ${y + 14}Q${x + 58 + i * 74} ${y - 18} ${x + 92 + i * 74} ${y - 10}`, "none", {
          stroke: "#e4847a",
          "stroke-width": 5,
          opacity: 0.8,
        }),
    );
  const cheese = (x, y, k) =>
    ellipse(x, y + 10 * k, 130 * k, 34 * k, s.palette.ink, { opacity: 0.2 }) +
    path(`M${x - 120 * k} ${y - 66 * k}V${y}Q${x} ${y + 56 * k} ${x + 120 * k} ${y}V${y - 66 * k}Z`, "#e5b563") +
    ellipse(x, y - 66 * k, 120 * k, 34 * k, "#f3d48f") +
    path(`M${x} ${y - 66 * k}L${x + 112 * k} ${y - 56 * k}L${x + 112 * k} ${y + 6 * k}L${x} ${y + 30 * k}Z`, "#fbe9bd") +
    path(`M${x} ${y - 66 * k}L${x + 20 * k} ${y - 32 * k}V${y + 30 * k}H${x}Z`, "#f3d48f") +
    repeat(4, (i) => circle(x + (30 + i * 20) * k, y - (14 + ((i * 11) % 20)) * k, 5 * k, "#e0b566"));
  const fig = (x, y, r) =>
    ellipse(x, y + r * 0.7, r, r * 0.3, s.palette.ink, { opacity: 0.18 }) +
    circle(x, y, r, s.palette.bloom[1]) +
    circle(x, y, r * 0.78, s.palette.cream) +
    circle(x, y, r * 0.64, s.palette.bloom[0]) +
    repeat(8, (i) => circle(x + Math.cos(i * 0.8) * r * 0.36, y + Math.sin(i * 0.8) * r * 0.36, r * 0.08, s.palette.glow));
  return (
    stoneWall(s, box(-10, -10, 1510, top), { course: 36 }) +
    rect(
      0,
      0,
      s.width,
      top,
      s.gradient([[0, s.palette.ink, 0.6], [1, s.palette.ink, 0.2]]),
    ) +
    circle(
      400,
      260,
      420,
      s.radial([[0, s.palette.glow, 0.5], [1, s.palette.glow, 0]]),
    ) +
    wallLantern(s, 400, 250, 70) +
    path("M980 560V260A130 130 0 0 1 1240 260V560Z", s.palette.granite[0]) +
    s.clip(
      "M1000 560V264A110 110 0 0 1 1220 264V560Z",
      sky(s, 470) +
        sun(s, 1130, 320, 40) +
        ranges(s, 480, { heights: [0.16, 0.11, 0.05] }) +
        rect(980, 470, 300, 100, s.palette.veg[1]),
    ) +
    rect(0, top - 6, s.width, 16, s.palette.wood[2]) +
    boards(s, top) +
    path("M300 700Q300 660 350 660H1130Q1180 660 1180 700L1240 900Q1250 950 1190 950H290Q230 950 240 900Z", s.palette.wood[2]) +
    path(
      "M300 690Q300 650 350 650H1130Q1180 650 1180 690L1240 886Q1250 934 1190 934H290Q230 934 240 886Z",
      mix(s.palette.wood[0], s.palette.cream, 0.2),
    ) +
    path("M1180 740L1330 720Q1370 722 1370 752Q1370 780 1330 784L1196 790Z", mix(s.palette.wood[0], s.palette.cream, 0.2)) +
    cheese(460, 790, 1) +
    slices(660, 710, 8, "#b8434a") +
    slices(640, 770, 5, "#a83a44") +
    ham(620, 860) +
    fig(1080, 780, 44) +
    fig(1140, 850, 40) +
    fig(1040, 870, 38) +
    repeat(
      9,
      (i) =>
        circle(330 + (i % 5) * 34, 880 + Math.floor(i / 5) * 26, 17, i % 2 ? s.palette.veg[1] : s.palette.bloom[1]) +
        circle(336 + (i % 5) * 34, 874 + Math.floor(i / 5) * 26, 5, s.palette.glow, { opacity: 0.7 }),
    ) +
    sprig(s, 520, 900, -8) +
    bottle(s, 1330, 700, 420, { colour: s.palette.veg[2] }) +
    glass(s, 1180, 660, 210, { wine: true, drink: s.palette.bloom[1] }) +
    glass(s, 180, 720, 210, { wine: true, drink: s.palette.bloom[1] }) +
    breadLoaf(s, 700, 640, 330) +
    breadLoaf(s, 150, 960, 260) +
    bouquet(s, 330, 640, 150)
  );
}

/** A golden cheesecake, coffee and clementines on a tiled table, seen from above. */
function fiadoneFromAbove(s) {
  const tile = 150;
  const table =
    rect(0, 0, s.width, s.height, mix(s.palette.cream, s.palette.ridges[1], 0.5)) +
    repeat(70, (i) => {
      const [x, y] = [(i % 10) * tile, Math.floor(i / 10) * tile];
      const blue = s.palette.sea[1];
      return (
        rect(x + 1.5, y + 1.5, tile - 3, tile - 3, s.lit(s.palette.cream, 0.3)) +
        [[0, 0], [tile, 0], [tile, tile], [0, tile]]
          .map(([dx, dy]) =>
            s.clip(
              `M${x + 1.5} ${y + 1.5}h${tile - 3}v${tile - 3}h${3 - tile}Z`,
              circle(x + dx, y + dy, 46, mix(blue, s.palette.cream, 0.35)) +
                circle(x + dx, y + dy, 28, s.lit(s.palette.cream, 0.3)) +
                circle(x + dx, y + dy, 14, s.palette.accent, { opacity: 0.7 }),
            ),
          )
          .join("") +
        group(rect(-13, -13, 26, 26, mix(blue, s.palette.cream, 0.35)), {
          transform: `translate(${x + tile / 2} ${y + tile / 2}) rotate(45)`,
        })
      );
    });
  const drop = (x, y, r) => circle(x - s.light * r * 0.07, y + r * 0.09, r * 1.02, s.palette.ink, { opacity: 0.24 });
  const gold = "#e9ac4f";
  const cake =
    drop(640, 500, 300) +
    circle(640, 500, 300, s.palette.foam) +
    circle(640, 500, 284, "none", { stroke: s.palette.sea[1], "stroke-width": 8 }) +
    circle(640, 500, 236, mix(gold, "#8a4a1e", 0.25)) +
    circle(640, 500, 224, gold) +
    circle(640 + 30, 500 - 30, 160, s.lit(gold, 0.2), { opacity: 0.6 }) +
    repeat(26, () => {
      const [a, r] = [s.random.range(0, 6.28), s.random.range(10, 200)];
      return ellipse(
        640 + Math.cos(a) * r,
        500 + Math.sin(a) * r,
        s.random.range(6, 22),
        s.random.range(5, 14),
        mix(gold, "#8a4a1e", s.random.range(0.2, 0.5)),
        { opacity: 0.55 },
      );
    }) +
    path(
      `M640 500L${640 + 238 * Math.cos(0.3)} ${500 + 238 * Math.sin(0.3)}A238 238 0 0 1 ${640 + 238 * Math.cos(1)} ${500 + 238 * Math.sin(1)}Z`,
      s.palette.foam,
    ) +
    path(
      `M640 500L${640 + 238 * Math.cos(0.3)} ${500 + 238 * Math.sin(0.3)}L${640 + 232 * Math.cos(0.38)} ${500 + 232 * Math.sin(0.38) + 6}Z`,
      "#fbe9bd",
    );
  const slice =
    drop(1120, 720, 150) +
    circle(1120, 720, 160, s.palette.foam) +
    circle(1120, 720, 148, "none", { stroke: s.palette.sea[1], "stroke-width": 5 }) +
    path("M1030 760L1200 640A170 170 0 0 1 1226 756Z", s.palette.ink, { opacity: 0.15 }) +
    path("M1024 746L1196 630A180 180 0 0 1 1222 746Z", gold) +
    path("M1024 746L1222 746L1218 770L1026 770Z", "#fbe9bd") +
    path("M1190 634L1196 630A180 180 0 0 1 1222 746H1204A170 170 0 0 0 1190 634Z", mix(gold, "#8a4a1e", 0.35));
  const coffee = (x, y, r, tone) =>
    drop(x, y, r * 1.6) +
    circle(x, y, r * 1.6, s.palette.foam) +
    circle(x, y, r * 1.5, "none", { stroke: s.palette.accent, "stroke-width": 4 }) +
    drop(x, y, r) +
    rect(x + r * 0.9, y - r * 0.13, r * 0.6, r * 0.26, s.palette.foam, { rx: 8 }) +
    circle(x, y, r, s.palette.foam) +
    circle(x, y, r * 0.84, tone) +
    ellipse(x + r * 0.2, y - r * 0.26, r * 0.36, r * 0.2, s.lit(tone, 0.35));
  const clementine = (x, y, r) =>
    drop(x, y, r) +
    circle(x, y, r, "#f08a2e") +
    circle(x + s.light * r * 0.25, y - r * 0.25, r * 0.5, "#f6a857") +
    circle(x, y, r * 0.12, s.palette.veg[1]) +
    path(`M${x} ${y}q${r * 0.7} ${-r * 0.9} ${r * 1.4} ${-r * 0.4}q${-r * 0.5} ${r * 0.7} ${-r * 1.4} ${r * 0.4}Z`, s.palette.veg[1]) +
    path(`M${x} ${y}q${-r * 0.9} ${-r * 0.5} ${-r * 1.2} ${r * 0.3}q${r * 0.7} ${r * 0.4} ${r * 1.2} ${-r * 0.3}Z`, s.palette.veg[0]);
  const cloth = group(
    poly(
      [[0, 0], [420, -30], [450, 280], [30, 310]],
      s.palette.accent,
    ) +
      repeat(6, (i) =>
        poly(
          [
            [30 + i * 70, -3 - i * 5], [48 + i * 70, -4 - i * 5], [78 + i * 70, 304 - i * 5], [60 + i * 70, 306 - i * 5],
          ],
          s.palette.cream,
          { opacity: 0.5 },
        ),
      ),
    { transform: "translate(930 -60) rotate(12)" },
  );
  return (
    table +
    cloth +
    cake +
    slice +
    coffee(1210, 300, 86, mix(s.palette.wood[2], s.palette.ink, 0.3)) +
    coffee(210, 820, 84, mix(s.palette.wood[1], s.palette.cream, 0.15)) +
    clementine(170, 210, 66) +
    clementine(300, 130, 58) +
    clementine(120, 350, 54) +
    clementine(1390, 520, 60) +
    sprig(s, 230, 300, 20) +
    sprig(s, 480, 880, -16, 1.2) +
    rect(900, 790, 16, 210, s.shaded(s.palette.foam, 0.2), { rx: 8 }) +
    ellipse(908, 786, 26, 40, s.shaded(s.palette.foam, 0.2)) +
    sprig(s, 1300, 900, 190) +
    circle(1390, 860, 70, s.palette.foam) +
    circle(1390, 860, 58, "#e9a13b") +
    circle(1406, 844, 18, s.palette.glow, { opacity: 0.7 })
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: fishByTheSea },
  { seed: 5, palette: "sunset", light: -1, draw: boardAndWine },
  { seed: 7, palette: "dawn", light: 1, draw: fiadoneFromAbove },
];
