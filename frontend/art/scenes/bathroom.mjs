// Bathrooms: a bath before the sea, a walk-in shower of tiles and plants, twin basins under round mirrors.
import { lightPatch, mirror, opening, pendant, room } from "../lib/interior.mjs";
import { rug } from "../lib/furniture.mjs";
import { bouquet } from "../lib/tableware.mjs";
import { headlandInSea, island } from "../lib/rock.mjs";
import { pine, potted } from "../lib/plants.mjs";
import { sail } from "../lib/boats.mjs";
import { ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, sea } from "../lib/water.mjs";
import { circle, ellipse, path, pill, poly, rect, repeat, stroke } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const brass = (s) => mix("#d9a441", s.palette.shade, s.palette.night ? 0.25 : 0.05);

function freestandingBath(s, x, y, width, colour) {
  const h = width * 0.36;
  const body = `M${x - width / 2} ${y - h}Q${x - width * 0.46} ${y - h * 0.16} ${x - width * 0.3} ${y - h * 0.08}H${x + width * 0.3}Q${x + width * 0.46} ${y - h * 0.16} ${x + width / 2} ${y - h}Z`;
  const foot = (fx) =>
    path(
      `M${fx - 14} ${y - h * 0.12}Q${fx} ${y} ${fx - 20} ${y}H${fx + 20}Q${fx + 4} ${y - 6} ${fx + 14} ${y - h * 0.12}Z`,
      brass(s),
    );
  return (
    ellipse(x, y, width * 0.44, width * 0.03, s.palette.ink, { opacity: 0.24 }) +
    foot(x - width * 0.27) +
    foot(x + width * 0.27) +
    path(body, colour) +
    s.clip(body, rect(s.light > 0 ? x - width / 2 : x + width * 0.14, y - h, width * 0.36, h, s.palette.shade, { opacity: 0.22 })) +
    pill(x - width * 0.53, y - h - 12, width * 1.06, 24, s.lit(s.palette.foam, 0.4)) +
    ellipse(x - width * 0.1, y - h - 8, width * 0.3, 9, s.palette.foam) +
    circle(x - width * 0.24, y - h - 18, 16, s.palette.foam) +
    circle(x - width * 0.19, y - h - 26, 20, s.palette.foam) +
    circle(x - width * 0.14, y - h - 16, 14, s.palette.foam)
  );
}

const floorTap = (s, x, y, height) =>
  stroke(
    `M${x} ${y}V${y - height}Q${x} ${y - height - 46} ${x - 48} ${y - height - 46}H${x - 66}V${y - height - 26}`,
    brass(s),
    11,
  ) + rect(x - 22, y - height * 0.8, 44, 9, brass(s));

const towel = (s, x, y, width, height, colour) =>
  rect(x, y, width, height, colour) +
  rect(x, y, width * 0.2, height, s.palette.shade, { opacity: 0.16 }) +
  rect(x, y + height * 0.82, width, height * 0.05, s.shaded(colour, 0.3)) +
  rect(x, y + height * 0.9, width, height * 0.03, s.shaded(colour, 0.3));

const foldedTowels = (s, x, y, width, colours) =>
  colours
    .map(
      (colour, i) =>
        rect(x - width / 2, y - 30 * (i + 1), width, 28, colour, { rx: 12 }) +
        rect(x - width / 2, y - 30 * i - 18, width, 4, s.palette.ink, { opacity: 0.1 }),
    )
    .join("");

/** Small square tiles over a wall, some of them tinted. */
function tiles(s, x0, y0, x1, y1, size, tones) {
  let drawn = rect(x0, y0, x1 - x0, y1 - y0, s.palette.cream);
  for (let y = y0; y < y1; y += size)
    for (let x = x0; x < x1; x += size)
      drawn += rect(x + 1.5, y + 1.5, Math.min(size, x1 - x) - 3, Math.min(size, y1 - y) - 3, s.random.pick(tones));
  return drawn;
}

function bathBeforeTheSea(s) {
  const line = 760;
  const horizon = 470;
  const view =
    sky(s, horizon) +
    sun(s, 880, 260, 58) +
    ranges(s, horizon, { heights: [0.2, 0.12, 0.06] }) +
    sea(s, horizon) +
    glitter(s, 880, horizon, 720) +
    headlandInSea(s, { x0: 460, x1: 780, base: 530, height: 190, light: 1, fade: 0.2, envelope: island, count: 12 }) +
    sail(s, 990, 540, 70) +
    pine(s, 1140, 760, 330, { lean: -0.1 });
  return (
    room(s, { line, floor: "cement", wall: mix(s.palette.cream, s.palette.sea[3], 0.3) }) +
    opening(s, 430, 90, 680, 600, view, { arch: true, panes: 2 }) +
    rect(400, 690, 740, 20, s.palette.lime[0]) +
    lightPatch(
      s,
      [[480, 766], [1060, 766], [900, 1000], [160, 1000]],
      0.4,
    ) +
    rect(1200, 250, 210, 10, brass(s)) +
    towel(s, 1220, 255, 80, 260, s.palette.accent) +
    towel(s, 1318, 255, 80, 220, s.palette.cream) +
    floorTap(s, 1070, 890, 330) +
    freestandingBath(s, 740, 905, 620, s.palette.sea[1]) +
    bouquet(s, 160, 780, 180) +
    rect(80, 778, 170, 16, s.palette.wood[0]) +
    rect(96, 794, 12, 120, s.palette.wood[2]) +
    rect(222, 794, 12, 120, s.palette.wood[2]) +
    rect(90, 850, 150, 12, s.palette.wood[1]) +
    foldedTowels(s, 165, 850, 120, [s.palette.cream, s.palette.accent]) +
    potted(s, 1360, 950, 210, { kind: "olive", clay: s.palette.rock[1] }) +
    rug(s, 700, 985, 420, 54, { colour: s.palette.sea[2] })
  );
}

function showerOfTiles(s) {
  const line = 780;
  const view =
    sky(s, 420) + sun(s, 330, 300, 46) + ranges(s, 420, { heights: [0.2, 0.12, 0.06] }) + sea(s, 420) + glitter(s, 330, 420, 560);
  const blues = [s.palette.sea[1], mix(s.palette.sea[1], s.palette.sea[2], 0.5), s.palette.sea[0], mix(s.palette.sea[2], s.palette.sea[1], 0.6), s.palette.sea[1]];
  const spray = repeat(26, () => {
    const x = s.random.range(890, 1070);
    const y = s.random.range(240, 700);
    return stroke(
      [[x, y], [x, y + 34]],
      s.palette.foam,
      2.5,
      { opacity: 0.5 },
    );
  });
  return (
    room(s, { line, floor: "stone", wall: mix(s.palette.walls[0], s.palette.cream, 0.3) }) +
    tiles(s, 720, 0, 1500, line, 52, blues) +
    rect(704, 0, 18, line, s.palette.lime[0]) +
    rect(
      720,
      0,
      780,
      line,
      s.gradient([[0, s.palette.ink, 0.25], [1, s.palette.ink, 0]]),
    ) +
    opening(s, 180, 190, 300, 330, view, { panes: 2, frame: s.palette.wood[1] }) +
    rect(150, 520, 360, 20, s.palette.wood[1]) +
    bouquet(s, 430, 522, 110, { colours: [s.palette.glow, s.palette.bloom[0]] }) +
    stroke("M980 0V176", brass(s), 14) +
    ellipse(980, 186, 120, 16, brass(s)) +
    spray +
    rect(1180, 330, 200, 130, mix(s.palette.sea[0], s.palette.ink, 0.3)) +
    rect(1172, 454, 216, 14, s.palette.lime[0]) +
    rect(1210, 386, 34, 70, s.palette.accent, { rx: 6 }) +
    rect(1256, 400, 30, 56, s.palette.cream, { rx: 6 }) +
    rect(1300, 376, 36, 80, s.palette.glow, { rx: 6 }) +
    rect(720, 70, 8, line - 80, s.palette.foam, { opacity: 0.8 }) +
    poly(
      [[724, 70], [884, 70], [884, line - 6], [724, line - 6]],
      s.palette.foam,
      { opacity: 0.14 },
    ) +
    poly(
      [[760, 70], [820, 70], [740, 560], [728, 560]],
      s.palette.foam,
      { opacity: 0.18 },
    ) +
    rect(880, 70, 5, line - 80, s.palette.foam, { opacity: 0.6 }) +
    rect(560, 240, 10, 320, s.palette.wood[2]) +
    rect(640, 240, 10, 320, s.palette.wood[2]) +
    repeat(4, (i) => rect(556, 270 + i * 80, 98, 8, s.palette.wood[2])) +
    towel(s, 566, 272, 74, 190, s.palette.cream) +
    pendant(s, 330, 110, 110) +
    rect(60, 640, 560, 26, s.palette.wood[0]) +
    rect(80, 666, 520, 150, s.palette.wood[1]) +
    repeat(2, (i) => rect(96 + i * 250, 684, 236, 112, s.shaded(s.palette.wood[1], 0.14)) + circle(214 + i * 250, 704, 7, brass(s))) +
    path("M220 640Q230 580 190 566H470Q430 580 440 640Z", s.palette.cream) +
    path("M220 640Q226 604 212 580L190 566H250V640Z", s.palette.shade, { opacity: 0.2 }) +
    stroke("M520 640V540Q520 516 496 516H450V534", brass(s), 11) +
    ellipse(1120, 880, 330, 30, s.palette.ink, { opacity: 0.1 }) +
    rect(1230, 700, 170, 24, s.palette.wood[0]) +
    rect(1246, 724, 16, 130, s.palette.wood[2]) +
    rect(1368, 724, 16, 130, s.palette.wood[2]) +
    foldedTowels(s, 1315, 700, 130, [s.palette.cream, s.palette.accent, s.palette.cream]) +
    potted(s, 740, 960, 240, { kind: "agave" }) +
    potted(s, 1440, 975, 260, { kind: "olive", clay: s.palette.cream }) +
    rug(s, 350, 985, 500, 80, { colour: s.palette.accent })
  );
}

function twinBasins(s) {
  const line = 830;
  const basin = (x) =>
    path(`M${x - 110} 520Q${x - 100} 590 ${x - 50} 594H${x + 50}Q${x + 100} 590 ${x + 110} 520Z`, s.lit(s.palette.foam, 0.4)) +
    path(`M${x + 40} 520H${x + 110}Q${x + 100} 590 ${x + 50} 594H${x + 20}Z`, s.palette.shade, { opacity: 0.2 }) +
    ellipse(x, 520, 112, 14, s.palette.foam) +
    ellipse(x, 521, 96, 9, s.shaded(s.palette.foam, 0.14)) +
    stroke(`M${x} 412V440Q${x} 446 ${x} 470`, brass(s), 12) +
    pill(x - 26, 406, 52, 12, brass(s)) +
    circle(x - 58, 418, 13, brass(s)) +
    circle(x + 58, 418, 13, brass(s));
  const sconce = (x) =>
    circle(
      x,
      250,
      120,
      s.radial([[0, s.palette.glow, 0.65], [1, s.palette.glow, 0]]),
    ) +
    rect(x - 5, 250, 10, 90, brass(s)) +
    circle(x, 240, 30, s.palette.glow);
  return (
    room(s, { line, floor: "tomettes", wall: mix(s.palette.walls[3], s.palette.cream, 0.45) }) +
    tiles(s, 0, 370, 1500, line - 14, 58, [s.palette.veg[0], mix(s.palette.veg[0], s.palette.cream, 0.12), mix(s.palette.veg[0], s.palette.veg[1], 0.3)]) +
    rect(0, 360, s.width, 12, s.palette.lime[0]) +
    mirror(s, 370, 60, 260, 260, { round: true, frame: brass(s) }) +
    mirror(s, 860, 60, 260, 260, { round: true, frame: brass(s) }) +
    sconce(280) +
    sconce(745) +
    sconce(1210) +
    rect(220, 592, 1050, 28, s.palette.lime[0]) +
    rect(220, 614, 1050, 10, s.palette.lime[2]) +
    rect(250, 624, 990, 90, s.palette.wood[1]) +
    repeat(3, (i) => rect(262 + i * 326, 634, 312, 70, s.shaded(s.palette.wood[1], 0.12)) + pill(400 + i * 326, 652, 44, 8, brass(s))) +
    rect(270, 714, 20, 170, s.palette.wood[2]) +
    rect(1200, 714, 20, 170, s.palette.wood[2]) +
    rect(262, 800, 966, 16, s.palette.wood[1]) +
    basin(500) +
    basin(990) +
    foldedTowels(s, 420, 800, 170, [s.palette.cream, s.palette.accent]) +
    foldedTowels(s, 640, 800, 150, [s.palette.cream, s.palette.cream]) +
    path("M830 800Q820 730 850 724H1010Q1040 730 1030 800Z", s.palette.wood[0]) +
    repeat(6, (i) =>
      stroke(
        [[846 + i * 32, 728], [842 + i * 33, 798]],
        s.palette.wood[2],
        2,
        { opacity: 0.4 },
      ),
    ) +
    rect(700, 530, 32, 62, s.palette.accent, { rx: 6 }) +
    rect(744, 544, 30, 48, s.palette.cream, { rx: 6 }) +
    bouquet(s, 1180, 592, 150) +
    rect(40, 420, 140, 10, brass(s)) +
    towel(s, 62, 424, 96, 300, s.palette.cream) +
    ellipse(740, 886, 520, 16, s.palette.ink, { opacity: 0.16 }) +
    potted(s, 1390, 935, 240, { kind: "olive", clay: s.palette.cream }) +
    rug(s, 740, 985, 700, 70, { colour: s.palette.veg[0] })
  );
}

export const compositions = [
  { seed: 2, palette: "noon", light: 1, draw: bathBeforeTheSea },
  { seed: 3, palette: "sunset", light: -1, draw: showerOfTiles },
  { seed: 5, palette: "dawn", light: -1, draw: twinBasins },
];
