// Bedrooms: a bed before the French window, a stone room with beams, a suite open on its balcony.
import { beams, curtain, curtainRod, lightPatch, opening, pendant, picture, room } from "../lib/interior.mjs";
import { armchair, bedFront, bedSide, bedsideTable, lamp, rug } from "../lib/furniture.mjs";
import { box, stoneWall } from "../lib/buildings.mjs";
import { railing } from "../lib/terrace.mjs";
import { bouquet, cup } from "../lib/tableware.mjs";
import { fallingRight, headlandInSea, island } from "../lib/rock.mjs";
import { bistroChair, roundTable } from "../lib/outdoor.mjs";
import { palm, pine, potted } from "../lib/plants.mjs";
import { moored, sail } from "../lib/boats.mjs";
import { clouds, ranges, sky, sun } from "../lib/sky.mjs";
import { glitter, sea } from "../lib/water.mjs";
import { rect } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** The bed side on, facing tall doors to the sea; white curtains tied back. */
function beforeTheSea(s) {
  const line = 800;
  const horizon = 500;
  const view =
    sky(s, horizon) +
    sun(s, 1180, 290, 60) +
    ranges(s, horizon, { heights: [0.16, 0.1, 0.05] }) +
    sea(s, horizon, { bottom: 830 }) +
    glitter(s, 1180, horizon, 720) +
    headlandInSea(s, { x0: 780, x1: 1120, base: 560, height: 220, light: 1, fade: 0.2, envelope: fallingRight, count: 10 }) +
    sail(s, 1260, 560, 62) +
    sail(s, 1130, 526, 28) +
    rect(820, 740, 600, 100, s.palette.lime[1]) +
    railing(s, 830, 1410, 760, 130, { colour: s.palette.cream });
  return (
    room(s, { line, floor: "planks", wall: mix(s.palette.cream, s.palette.sea[3], 0.22) }) +
    opening(s, 870, 150, 500, 650, view, { panes: 2, rail: 0.24 }) +
    lightPatch(
      s,
      [[900, 806], [1330, 806], [1180, 1000], [560, 1000]],
      0.42,
    ) +
    rug(s, 560, 965, 900, 110, { colour: s.palette.sea[2] }) +
    picture(s, 330, 230, 190, 240) +
    picture(s, 560, 270, 140, 170) +
    bedsideTable(s, 100, 822, 130, 190) +
    lamp(s, 100, 626, 120, { base: s.palette.accent }) +
    bedSide(s, 190, 880, 620, { cover: s.lit(s.palette.sand[0], 0.4), blanket: s.palette.sea[1], cushion: s.palette.accent }) +
    curtainRod(s, 800, 1440, 112) +
    curtain(s, 790, 116, 130, 690, { gather: 0.05 }) +
    curtain(s, 1320, 116, 130, 690, { gather: 0.95 }) +
    potted(s, 1430, 925, 170, { kind: "olive", clay: s.palette.cream })
  );
}

/** Evening in a village house: stone, beams, a high bed, a deep window on the mountains. */
function underTheBeams(s) {
  const line = 770;
  const horizon = 520;
  const view =
    sky(s, horizon) +
    sun(s, 1240, 330, 52) +
    ranges(s, horizon + 60, { heights: [0.3, 0.2, 0.1] }) +
    rect(0, horizon + 55, s.width, 200, s.palette.veg[1]) +
    pine(s, 1310, 600, 150) +
    pine(s, 1180, 610, 110);
  const wallTone = mix(s.palette.walls[0], s.palette.cream, 0.35);
  return (
    room(s, { line, floor: "tomettes", wall: wallTone }) +
    stoneWall(s, box(-10, 60, 1040, line - 14), { course: 34 }) +
    rect(
      -10,
      60,
      1050,
      line - 74,
      s.gradient([[0, s.palette.ink, 0.3], [0.6, s.palette.ink, 0.05], [1, s.palette.ink, 0]]),
    ) +
    rect(1040, 60, 14, line - 60, s.shaded(wallTone, 0.25)) +
    opening(s, 1130, 250, 250, 330, view, { panes: 2, frame: s.palette.wood[1], rail: 0.5 }) +
    rect(1100, 586, 310, 22, s.palette.wood[1]) +
    bouquet(s, 1330, 588, 110, { colours: [s.palette.bloom[0], s.palette.glow] }) +
    beams(s, 6) +
    picture(s, 440, 210, 230, 160, { frame: s.palette.wood[2] }) +
    bedsideTable(s, 150, 820, 150, 200, { colour: s.palette.wood[2] }) +
    bedsideTable(s, 960, 820, 150, 200, { colour: s.palette.wood[2] }) +
    lamp(s, 150, 612, 150, { base: s.palette.accent }) +
    lamp(s, 960, 612, 150, { base: s.palette.accent }) +
    bedFront(s, 555, 900, 640, {
      headboard: s.palette.wood[1],
      cover: s.palette.cream,
      blanket: s.palette.rock[2],
      cushion: s.palette.accent,
      tall: 0.56,
    }) +
    rug(s, 555, 985, 780, 74, { colour: s.palette.rock[1] }) +
    armchair(s, 1290, 900, 270, { colour: s.palette.veg[0], flip: true })
  );
}

/** A bright suite at dawn, its whole wall open on a balcony and the gulf. */
function openOnTheBalcony(s) {
  const line = 730;
  const horizon = 430;
  const view =
    sky(s, horizon) +
    sun(s, 560, 230, 62) +
    clouds(s, 4, 70, 160) +
    ranges(s, horizon, { heights: [0.2, 0.13, 0.06] }) +
    sea(s, horizon, { bottom: 760 }) +
    glitter(s, 560, horizon, 700) +
    headlandInSea(s, { x0: 820, x1: 1200, base: 490, height: 200, light: -1, fade: 0.22, envelope: island, count: 12 }) +
    sail(s, 450, 490, 60) +
    moored(s, 720, 560, 90) +
    palm(s, 330, 800, 420, { lean: -0.08 }) +
    rect(0, 690, s.width, 60, s.palette.lime[1]) +
    railing(s, 150, 1350, 700, 120, { glass: true }) +
    bistroChair(s, 960, 726, 180, { colour: s.palette.wood[1] }) +
    bistroChair(s, 1190, 726, 180, { colour: s.palette.wood[1], flip: true }) +
    roundTable(s, 1075, 726, 150, 120, { top: s.palette.cream }) +
    bouquet(s, 1075, 604, 60);
  return (
    room(s, { line, floor: "stone", wall: mix(s.palette.cream, s.palette.walls[3], 0.3) }) +
    opening(s, 210, 110, 1080, line - 110, view, { panes: 1, thick: 16 }) +
    lightPatch(
      s,
      [[240, 736], [1260, 736], [1420, 1000], [80, 1000]],
      0.4,
    ) +
    pendant(s, 1240, 170, 130) +
    curtainRod(s, 130, 1370, 82) +
    curtain(s, 120, 86, 170, 650, { colour: s.lit(s.palette.walls[0], 0.4), gather: 0.1 }) +
    curtain(s, 1210, 86, 170, 650, { colour: s.lit(s.palette.walls[0], 0.4), gather: 0.9 }) +
    rug(s, 740, 930, 900, 120, { colour: s.palette.bloom[0] }) +
    armchair(s, 1290, 880, 250, { colour: s.palette.sea[2], flip: true }) +
    bedSide(s, 60, 940, 780, { headboard: s.palette.wood[0], cover: s.palette.cream, blanket: s.palette.accent, cushion: s.palette.sea[1] }) +
    cup(s, 690, 664, 46, { saucer: true }) +
    potted(s, 1430, 985, 200, { kind: "olive", clay: s.palette.cream })
  );
}

export const compositions = [
  { seed: 2, palette: "noon", light: 1, draw: beforeTheSea },
  { seed: 4, palette: "sunset", light: 1, draw: underTheBeams },
  { seed: 8, palette: "dawn", light: -1, draw: openOnTheBalcony },
];
