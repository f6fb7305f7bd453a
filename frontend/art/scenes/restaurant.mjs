// Restaurants: a terrace on the water, a vaulted cellar by candlelight, tables in a lane of the old town.
import { box, stoneWall, window } from "../lib/buildings.mjs";
import { awning, garland, pergola, railing, wallLantern } from "../lib/terrace.mjs";
import { bottle, bouquet, breadLoaf, glass, plate } from "../lib/tableware.mjs";
import { bistroChair, roundTable } from "../lib/outdoor.mjs";
import { bush, climber, palm, pine, potted } from "../lib/plants.mjs";
import { headlandInSea, island, risingRight } from "../lib/rock.mjs";
import { pointu, sail } from "../lib/boats.mjs";
import { clouds, ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, sea } from "../lib/water.mjs";
import { circle, path, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** A round table laid for two, with its chairs. */
function laidTable(s, x, y, size, { chairs = s.palette.wood[1], cloth = s.palette.cream, wine = s.palette.bloom[1] } = {}) {
  const top = y - size * 0.52;
  return (
    bistroChair(s, x - size * 0.62, y, size * 0.78, { colour: chairs }) +
    bistroChair(s, x + size * 0.62, y, size * 0.78, { colour: chairs, flip: true }) +
    roundTable(s, x, y + 6, size, size * 0.52, { cloth }) +
    bouquet(s, x, top + size * 0.01, size * 0.3) +
    plate(s, x - size * 0.28, top + size * 0.02, size * 0.13, { flat: 0.24 }) +
    plate(s, x + size * 0.28, top + size * 0.02, size * 0.13, { flat: 0.24 }) +
    glass(s, x - size * 0.13, top + size * 0.04, size * 0.2, { wine: true, drink: wine }) +
    glass(s, x + size * 0.14, top + size * 0.04, size * 0.2, { wine: true, drink: wine })
  );
}

const planks = (s, floor) =>
  rect(0, floor, s.width, s.height - floor, s.palette.wood[0]) +
  repeat(8, (i) => rect(0, floor + i * i * 4 + i * 6, s.width, 3, s.palette.wood[2], { opacity: 0.35 }));

function onTheWater(s) {
  const horizon = 410;
  const floor = 720;
  return (
    sky(s, horizon) +
    sun(s, 640, 200, 66) +
    clouds(s, 4, 110, 200) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.07] }) +
    sea(s, horizon, { shallow: true }) +
    glitter(s, 640, horizon, 700) +
    headlandInSea(s, {
      x0: 1080,
      x1: 1640,
      base: 520,
      height: 320,
      light: -1,
      fade: 0.14,
      envelope: risingRight,
      count: 12,
      between: pine(s, 1320, 480, 110, { light: -1 }),
    }) +
    headlandInSea(s, { x0: 180, x1: 430, base: 446, height: 110, light: 1, fade: 0.42, envelope: island, count: 10 }) +
    sail(s, 860, 480, 60) +
    pointu(s, 420, 600, 130, s.palette.accent) +
    railing(s, -10, 1510, floor, 100, { colour: s.palette.cream }) +
    planks(s, floor) +
    rect(0, floor - 4, s.width, 10, s.palette.cream) +
    pergola(s, 60, 1440, 110, floor, { depth: 80, posts: 3, colour: s.palette.cream }) +
    climber(
      s,
      [[-10, 60], [240, 52], [480, 70]],
      86,
    ) +
    climber(
      s,
      [[1510, 50], [1300, 60], [1120, 50]],
      86,
    ) +
    garland(s, 60, 140, 750, 140, 60) +
    garland(s, 750, 140, 1440, 140, 60) +
    laidTable(s, 750, 850, 210, { chairs: s.palette.sea[1], wine: "#e9b44a" }) +
    laidTable(s, 330, 940, 290, { chairs: s.palette.sea[1], wine: "#e9b44a" }) +
    laidTable(s, 1170, 940, 290, { chairs: s.palette.sea[1], wine: "#e9b44a" }) +
    potted(s, 70, 860, 170, { kind: "lemon", clay: s.palette.cream }) +
    potted(s, 1440, 860, 170, { kind: "olive", clay: s.palette.cream })
  );
}

/** Stone arches, candles, bottles in their niches. */
function vaultedCellar(s) {
  const line = 720;
  const vault = (x, w) => {
    const d = `M${x} ${line}V340A${w / 2} ${w / 2} 0 0 1 ${x + w} 340V${line}Z`;
    return (
      path(`M${x - 26} ${line}V340A${w / 2 + 26} ${w / 2 + 26} 0 0 1 ${x + w + 26} 340V${line}Z`, s.palette.granite[0]) +
      s.clip(
        d,
        stoneWall(s, box(x, 60, x + w, line), { course: 26, tones: s.palette.granite.map((tone) => mix(tone, s.palette.ink, 0.4)) }) +
          circle(
            x + w / 2,
            520,
            320,
            s.radial([[0, s.palette.glow, 0.5], [1, s.palette.glow, 0]]),
          ),
      )
    );
  };
  const rack = (x, y, w, h) =>
    rect(x, y, w, h, s.palette.wood[2]) +
    repeat(Math.floor(w / 44) * Math.floor(h / 44), (i) => {
      const columns = Math.floor(w / 44);
      const [cx, cy] = [x + 22 + (i % columns) * (w / columns), y + 24 + Math.floor(i / columns) * 44];
      return (
        circle(cx, cy, 16, s.palette.ink, { opacity: 0.6 }) +
        circle(cx, cy, 11, s.random.pick([s.palette.veg[1], s.palette.bloom[1], s.palette.veg[2], s.palette.rock[2]])) +
        circle(cx + 3, cy - 3, 4, s.palette.glow, { opacity: 0.5 })
      );
    });
  const candleLight = (x, y) =>
    circle(
      x,
      y - 24,
      110,
      s.radial([[0, s.palette.glow, 0.6], [1, s.palette.glow, 0]]),
    ) +
    rect(x - 6, y - 34, 12, 34, s.palette.cream) +
    path(`M${x} ${y - 60}Q${x + 9} ${y - 44} ${x} ${y - 36}Q${x - 9} ${y - 44} ${x} ${y - 60}Z`, "#ffc15a");
  return (
    stoneWall(s, box(-10, -10, 1510, line), { course: 34 }) +
    rect(
      0,
      0,
      s.width,
      line,
      s.gradient([[0, s.palette.ink, 0.6], [0.6, s.palette.ink, 0.22], [1, s.palette.ink, 0.2]]),
    ) +
    vault(70, 360) +
    vault(570, 360) +
    vault(1070, 360) +
    rack(120, 400, 260, 310) +
    rack(1120, 400, 260, 310) +
    window(s, 690, 330, 120, 150, { lit: 1, arch: true, frame: s.palette.wood[2] }) +
    rect(600, 620, 300, 100, s.palette.wood[1]) +
    rect(590, 606, 320, 18, s.palette.wood[0]) +
    bottle(s, 660, 606, 130) +
    bottle(s, 710, 606, 140, { colour: s.palette.rock[3] }) +
    bouquet(s, 800, 606, 130) +
    breadLoaf(s, 860, 606, 70) +
    wallLantern(s, 500, 420, 44) +
    wallLantern(s, 1000, 420, 44) +
    rect(0, line, s.width, 290, mix(s.palette.rock[2], s.palette.ink, 0.25)) +
    repeat(5, (i) => rect(0, line + i * i * 14 + 8, s.width, 3, s.palette.ink, { opacity: 0.25 })) +
    repeat(15, (i) =>
      stroke(
        [[i * 110, line], [(i - 6.8) * 280 + 750, 1000]],
        s.palette.ink,
        2,
        { opacity: 0.22 },
      ),
    ) +
    laidTable(s, 750, 880, 230, { cloth: s.palette.cream }) +
    candleLight(790, 764) +
    laidTable(s, 300, 960, 300, { cloth: s.palette.rock[2] }) +
    candleLight(350, 806) +
    laidTable(s, 1200, 960, 300, { cloth: s.palette.rock[2] }) +
    candleLight(1250, 806)
  );
}

/** A lane at dawn before the first guests: awning, menu board, tables against the wall. */
function inTheLane(s) {
  const ground = 780;
  const wall = s.palette.walls[3];
  const menu =
    stroke(
      [[1010, 900], [1040, 700]],
      s.palette.wood[2],
      12,
    ) +
    stroke(
      [[1150, 900], [1120, 700]],
      s.palette.wood[2],
      12,
    ) +
    rect(1026, 690, 108, 170, s.palette.wood[1]) +
    rect(1036, 700, 88, 150, s.palette.ink) +
    repeat(6, (i) => rect(1050, 722 + i * 20, 30 + ((i * 17) % 30), 4, s.palette.cream, { opacity: 0.8 })) +
    rect(1052, 708, 54, 6, s.palette.accent);
  return (
    sky(s, 520) +
    sun(s, 1310, 220, 56) +
    ranges(s, 520, { heights: [0.24, 0.16, 0.08] }) +
    sea(s, 520, { bottom: 720 }) +
    glitter(s, 1310, 520, 690) +
    sail(s, 1400, 570, 50) +
    pointu(s, 1260, 640, 80, s.palette.accent) +
    rect(1160, 690, 360, 100, s.palette.lime[2]) +
    palm(s, 1440, 780, 380, { lean: -0.08 }) +
    rect(-10, -10, 1190, ground + 10, wall) +
    rect(1180, -10, 40, ground + 10, s.shaded(wall, 0.34)) +
    stoneWall(s, box(-10, 640, 1180, ground), { course: 28 }) +
    repeat(4, (i) => window(s, 120 + i * 280, 50, 90, 160, { shutters: s.palette.sea[1], pots: true })) +
    rect(60, 420, 420, 240, s.palette.window) +
    repeat(4, (i) => rect(60 + i * 140 - 4, 420, 8, 240, s.palette.wood[1])) +
    rect(50, 410, 440, 12, s.palette.wood[1]) +
    rect(50, 654, 440, 16, s.palette.wood[1]) +
    rect(600, 430, 130, 350, s.palette.sea[1]) +
    rect(618, 450, 94, 160, s.palette.window) +
    rect(690, 620, 12, 34, s.palette.glow) +
    rect(800, 420, 320, 240, s.palette.window) +
    rect(956, 420, 8, 240, s.palette.wood[1]) +
    rect(790, 410, 340, 12, s.palette.wood[1]) +
    rect(790, 654, 340, 16, s.palette.wood[1]) +
    poly(
      [[60, 660], [220, 420], [300, 420], [140, 660]],
      s.palette.cream,
      { opacity: 0.16 },
    ) +
    poly(
      [[820, 660], [960, 420], [1030, 420], [890, 660]],
      s.palette.cream,
      { opacity: 0.16 },
    ) +
    awning(s, 30, 1150, 300, 110, { colour: s.palette.accent }) +
    rect(500, 244, 300, 46, s.palette.ink) +
    repeat(6, (i) => rect(526 + i * 43, 262, 30, 9, s.palette.glow, { rx: 4 })) +
    wallLantern(s, 560, 520, 30) +
    wallLantern(s, 766, 520, 30) +
    climber(
      s,
      [[1170, 60], [1160, 220], [1180, 380], [1150, 470]],
      80,
    ) +
    rect(0, ground, s.width, 230, s.palette.lime[1]) +
    repeat(9, (i) =>
      stroke(
        [[i * 190, ground], [(i - 4) * 330 + 750, 1000]],
        s.palette.lime[2],
        3,
      ),
    ) +
    repeat(3, (i) => rect(0, ground + 30 + i * i * 30, s.width, 3, s.palette.lime[2])) +
    menu +
    laidTable(s, 260, 900, 240, { chairs: s.palette.wood[1] }) +
    laidTable(s, 640, 980, 280, { chairs: s.palette.wood[1] }) +
    laidTable(s, 900, 850, 170, { chairs: s.palette.wood[1] }) +
    potted(s, 60, 850, 140, { kind: "lemon" }) +
    potted(s, 1220, 900, 150, { kind: "olive" }) +
    potted(s, 1400, 985, 180, { kind: "flowers" }) +
    bush(s, 40, 1010, 200, 60)
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: onTheWater },
  { seed: 5, palette: "sunset", light: 1, draw: vaultedCellar },
  { seed: 7, palette: "dawn", light: 1, draw: inTheLane },
];
