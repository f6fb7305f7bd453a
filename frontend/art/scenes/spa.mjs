// Spas: the vaulted pool, a hammam by candlelight, a massage table open on the sea.
import { curtain, lightPatch, opening, room } from "../lib/interior.mjs";
import { box, stoneWall } from "../lib/buildings.mjs";
import { palm, pine, potted } from "../lib/plants.mjs";
import { lounger } from "../lib/outdoor.mjs";
import { headlandInSea, island, pebble } from "../lib/rock.mjs";
import { bouquet, bottle, cup } from "../lib/tableware.mjs";
import { sail } from "../lib/boats.mjs";
import { clouds, ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, pool, ripples, sea } from "../lib/water.mjs";
import { circle, ellipse, path, poly, rect, repeat } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

const towels = (s, x, y, width, colours) =>
  colours
    .map(
      (colour, i) =>
        rect(x - width / 2, y - 26 * (i + 1), width, 24, colour, { rx: 11 }) +
        circle(x + width / 2 - 12, y - 26 * (i + 1) + 12, 8, s.shaded(colour, 0.16)),
    )
    .join("");
const candle = (s, x, y, size) =>
  circle(
    x,
    y - size,
    size * 2.4,
    s.radial([[0, s.palette.glow, 0.7], [1, s.palette.glow, 0]]),
  ) +
  rect(x - size * 0.3, y - size * 0.9, size * 0.6, size * 0.9, s.palette.cream, { rx: 4 }) +
  path(
    `M${x} ${y - size * 1.6}Q${x + size * 0.24} ${y - size * 1.1} ${x} ${y - size * 0.92}Q${x - size * 0.24} ${y - size * 1.1} ${x} ${y - size * 1.6}Z`,
    "#ffc15a",
  );
const arch = (x, base, width, height) =>
  `M${x} ${base}V${base - height + width / 2}A${width / 2} ${width / 2} 0 0 1 ${x + width} ${base - height + width / 2}V${base}Z`;

/** A long indoor pool under white vaults, glass to the pines and the sea. */
function vaultedPool(s) {
  const line = 610;
  const horizon = 430;
  const view =
    sky(s, horizon) +
    sun(s, 760, 250, 54) +
    clouds(s, 3, 150, 220) +
    ranges(s, horizon, { heights: [0.16, 0.1, 0.05] }) +
    sea(s, horizon, { bottom: 640 }) +
    glitter(s, 760, horizon, 600) +
    headlandInSea(s, { x0: 860, x1: 1100, base: 470, height: 120, light: -1, fade: 0.3, envelope: island, count: 9 }) +
    sail(s, 600, 480, 44) +
    pine(s, 420, 640, 300) +
    pine(s, 1120, 640, 280);
  const white = mix(s.palette.cream, s.palette.lime[1], 0.3);
  const vaults = [[-40, 0.3], [330, 0], [800, 0], [1170, 0.1]]
    .map(([x, dim]) => {
      const w = 400;
      return (
        path(`M${x} 0H${x + 370}V240Q${x + 185} 60 ${x} 240Z`, s.shaded(white, 0.06 + dim * 0.3)) +
        path(`M${x + w / 2 - 15} 140Q${x} 170 ${x} 240V0H${x + w / 2}Z`, s.palette.shade, { opacity: 0.07 })
      );
    })
    .join("");
  return (
    rect(0, 0, s.width, line, white) +
    vaults +
    [[120, 250], [450, 250], [780, 250], [1110, 250]]
      .map(([x, w]) => opening(s, x, 150, w, line - 150, view, { arch: true, panes: 2, thick: 10 }))
      .join("") +
    rect(0, line, s.width, 400, s.palette.lime[1]) +
    rect(0, line - 2, s.width, 8, s.palette.lime[2]) +
    repeat(8, (i) =>
      poly(
        [
          [100 + i * 190, line], [106 + i * 190, line], [(i - 3.5) * 330 + 760, 1000], [(i - 3.5) * 330 + 750, 1000],
        ],
        s.palette.lime[2],
        { opacity: 0.6 },
      ),
    ) +
    pool(
      s,
      [[300, 660], [1200, 660], [1440, 940], [60, 940]],
      { edge: 20 },
    ) +
    repeat(4, (i) =>
      poly(
        [
          [340 + i * 220, 672], [480 + i * 220, 672], [430 + i * 300 - 40, 920], [230 + i * 300 - 40, 920],
        ],
        s.palette.foam,
        { opacity: 0.13 },
      ),
    ) +
    ripples(s, [700, 840], [670, 920], 22, s.palette.glow, 0.7, 90) +
    lounger(s, 180, 700, 130, { towel: s.palette.accent }) +
    lounger(s, 1330, 700, 130, { flip: true, towel: s.palette.accent }) +
    potted(s, 60, 740, 150, { kind: "olive", clay: s.palette.cream }) +
    potted(s, 1450, 750, 150, { kind: "olive", clay: s.palette.cream }) +
    rect(620, 960, 260, 14, s.palette.wood[1]) +
    towels(s, 700, 960, 110, [s.palette.cream, s.palette.sea[2], s.palette.cream]) +
    bottle(s, 810, 960, 90, { colour: s.palette.wood[2] }) +
    palm(s, 1490, 1030, 460, { lean: -0.2 })
  );
}

/** The hammam in the evening: arches, mosaic, a warm stone and candles. */
function hammam(s) {
  const line = 680;
  const deep = mix(s.palette.sea[0], s.palette.ink, 0.2);
  const mosaic = (x0, y0, x1, y1, size) =>
    repeat(Math.floor((y1 - y0) / size), (row) =>
      repeat(Math.floor((x1 - x0) / size), (i) =>
        rect(
          x0 + i * size + 1,
          y0 + row * size + 1,
          size - 2,
          size - 2,
          (i + row) % 4 === 0
            ? mix(s.palette.rock[1], s.palette.sea[2], 0.2)
            : (i * 7 + row * 3) % 5 === 0
              ? s.palette.sea[2]
              : mix(s.palette.sea[1], s.palette.sea[0], ((i * row) % 3) / 3),
        ),
      ),
    );
  const niche = (x, w, h) =>
    path(arch(x - 14, line, w + 28, h + 14), s.palette.lime[1]) +
    path(arch(x, line, w, h), deep) +
    s.clip(
      arch(x, line, w, h),
      mosaic(x, line - h, x + w, line, 26) +
        rect(
          x,
          line - h,
          w,
          h,
          s.gradient([[0, s.palette.ink, 0.55], [1, s.palette.ink, 0.05]]),
        ) +
        ellipse(
          x + w / 2,
          line - 40,
          w * 0.8,
          h * 0.5,
          s.radial([[0, s.palette.glow, 0.6], [1, s.palette.glow, 0]]),
        ),
    );
  return (
    rect(0, 0, s.width, line, mix(s.palette.lime[2], s.palette.shade, 0.25)) +
    rect(
      0,
      0,
      s.width,
      line,
      s.gradient([[0, s.palette.ink, 0.45], [1, s.palette.ink, 0]]),
    ) +
    niche(90, 300, 470) +
    niche(1110, 300, 470) +
    niche(500, 500, 590) +
    rect(0, line, s.width, 330, s.palette.lime[3]) +
    repeat(5, (i) => rect(0, line + i * i * 14 + 6, s.width, 2.5, s.palette.ink, { opacity: 0.2 })) +
    repeat(15, (i) =>
      poly(
        [
          [i * 110, line], [i * 110 + 2, line], [(i - 6.8) * 280 + 754, 1000], [(i - 6.8) * 280 + 748, 1000],
        ],
        s.palette.ink,
        { opacity: 0.16 },
      ),
    ) +
    rect(520, 600, 460, 90, s.palette.lime[0]) +
    rect(520, 626, 460, 64, s.palette.lime[2]) +
    mosaic(520, 632, 980, 690, 22) +
    candle(s, 580, 600, 34) +
    candle(s, 630, 600, 24) +
    candle(s, 930, 600, 30) +
    bouquet(s, 750, 600, 130, { colours: [s.palette.bloom[0], s.palette.glow] }) +
    ellipse(750, 930, 460, 44, s.palette.ink, { opacity: 0.3 }) +
    path("M330 800H1170L1130 920Q750 960 370 920Z", s.palette.lime[2]) +
    path("M330 800H560L560 940Q440 934 370 920Z", s.palette.shade, { opacity: 0.3 }) +
    ellipse(750, 800, 430, 48, s.palette.lime[0]) +
    ellipse(
      750,
      800,
      430,
      48,
      s.radial([[0, s.palette.glow, 0.5], [1, s.palette.glow, 0]]),
    ) +
    towels(s, 560, 806, 170, [s.palette.cream, s.palette.accent, s.palette.cream]) +
    path("M860 812Q850 770 880 764H960Q990 770 980 812Q920 824 860 812Z", "#c98a3f") +
    ellipse(920, 766, 46, 9, s.palette.sea[2]) +
    bottle(s, 780, 806, 110, { colour: s.palette.rock[2] }) +
    pebble(s, 680, 810, 60, 26, s.palette.granite[3]) +
    pebble(s, 682, 794, 44, 20, s.palette.granite[2]) +
    pebble(s, 680, 782, 30, 15, s.palette.granite[1]) +
    candle(s, 130, 740, 40) +
    candle(s, 210, 760, 28) +
    candle(s, 1370, 744, 40) +
    candle(s, 1290, 764, 28) +
    potted(s, 90, 985, 230, { kind: "olive", clay: s.palette.lime[1] }) +
    potted(s, 1420, 985, 230, { kind: "agave", clay: s.palette.lime[1] }) +
    [[300, 180], [750, 120], [1200, 180]]
      .map(
        ([x, y]) =>
          circle(
            x,
            y,
            130,
            s.radial([[0, s.palette.glow, 0.6], [1, s.palette.glow, 0]]),
          ) +
          rect(x - 2, 0, 4, y - 30, s.palette.ink) +
          path(
            `M${x - 30} ${y - 20}Q${x} ${y - 50} ${x + 30} ${y - 20}Q${x + 36} ${y + 24} ${x} ${y + 44}Q${x - 36} ${y + 24} ${x - 30} ${y - 20}Z`,
            s.palette.windowLit,
          ) +
          repeat(3, (i) => rect(x - 18 + i * 16, y - 26, 3, 60, s.palette.wood[2])),
      )
      .join("")
  );
}

/** A treatment pavilion at dawn: a bed, white drapes, stones, calm sea. */
function openPavilion(s) {
  const line = 740;
  const horizon = 430;
  const view =
    sky(s, horizon) +
    sun(s, 750, 230, 66) +
    clouds(s, 3, 90, 180) +
    ranges(s, horizon, { heights: [0.16, 0.11, 0.05] }) +
    sea(s, horizon) +
    glitter(s, 750, horizon, 720) +
    headlandInSea(s, { x0: 300, x1: 580, base: 490, height: 180, light: 1, fade: 0.25, envelope: island, count: 10 }) +
    sail(s, 930, 500, 58) +
    pine(s, 1130, 780, 420, { lean: -0.12 });
  const bed =
    ellipse(740, 940, 420, 24, s.palette.ink, { opacity: 0.2 }) +
    repeat(2, (i) => rect(430 + i * 580, 780, 30, 156, s.palette.wood[1])) +
    rect(400, 800, 680, 22, s.palette.wood[1]) +
    rect(370, 720, 740, 62, s.lit(s.palette.cream, 0.5), { rx: 24 }) +
    path("M560 716H1010V850Q960 862 900 850T780 852T660 850T560 852Z", s.palette.cream) +
    path("M560 716H640V852Q600 858 560 852Z", s.palette.shade, { opacity: 0.12 }) +
    path("M820 714H920V846H820Z", s.palette.sea[2]) +
    path("M840 714H852V846H840ZM888 714H900V846H888Z", s.palette.cream) +
    path("M390 722Q380 672 440 670H500Q550 674 545 722Z", s.lit(s.palette.cream, 0.6)) +
    path("M390 722Q384 690 410 676Q420 700 440 722Z", s.palette.shade, { opacity: 0.14 }) +
    towels(s, 700, 716, 110, [s.palette.cream, s.palette.accent]);
  return (
    room(s, { line, floor: "planks", wall: mix(s.palette.cream, s.palette.lime[1], 0.4) }) +
    opening(s, 220, 90, 1060, line - 90, view, { panes: 1, frame: s.palette.wood[1], thick: 18 }) +
    lightPatch(
      s,
      [[250, 744], [1250, 744], [1400, 1000], [100, 1000]],
      0.36,
    ) +
    curtain(s, 210, 84, 170, 660, { gather: 0.05 }) +
    curtain(s, 1120, 84, 170, 660, { gather: 0.95 }) +
    rect(170, 66, 1160, 22, s.palette.wood[1]) +
    stoneWall(s, box(-10, 420, 170, line - 14), { course: 26 }) +
    rect(-10, 408, 190, 14, s.palette.wood[0]) +
    towels(s, 90, 408, 120, [s.palette.sea[2], s.palette.cream, s.palette.cream]) +
    stoneWall(s, box(1330, 420, 1510, line - 14), { course: 26 }) +
    rect(1320, 408, 190, 14, s.palette.wood[0]) +
    bouquet(s, 1400, 408, 130) +
    bed +
    rect(1180, 800, 190, 16, s.palette.wood[0]) +
    rect(1200, 816, 12, 130, s.palette.wood[2]) +
    rect(1340, 816, 12, 130, s.palette.wood[2]) +
    candle(s, 1220, 800, 26) +
    cup(s, 1290, 800, 50) +
    bottle(s, 1345, 800, 80, { colour: s.palette.rock[2] }) +
    pebble(s, 250, 950, 90, 36, s.palette.granite[3]) +
    pebble(s, 252, 924, 66, 28, s.palette.granite[2]) +
    pebble(s, 250, 905, 44, 20, s.palette.granite[1]) +
    potted(s, 110, 985, 220, { kind: "agave", clay: s.palette.cream }) +
    potted(s, 1440, 985, 240, { kind: "olive", clay: s.palette.cream })
  );
}

export const compositions = [
  { seed: 3, palette: "noon", light: 1, draw: vaultedPool },
  { seed: 5, palette: "sunset", light: 1, draw: hammam },
  { seed: 7, palette: "dawn", light: -1, draw: openPavilion },
];
