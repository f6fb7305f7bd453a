// Pool villas: a white house among olives, an infinity edge over the gulf, a stone bergerie with a long basin.
import { box, stoneWall, tiledRoof, window } from "../lib/buildings.mjs";
import { garland, pergola, railing, wallLantern } from "../lib/terrace.mjs";
import { bush, climber, cypress, flowering, foreground, pine, potted, roundTree } from "../lib/plants.mjs";
import { lounger, sunshade } from "../lib/outdoor.mjs";
import { fallingRight, headlandInSea, island } from "../lib/rock.mjs";
import { sail } from "../lib/boats.mjs";
import { clouds, hill, ranges, sky, stars, sun } from "../lib/sky.mjs";
import { glitter, pool, ripples, sea } from "../lib/water.mjs";
import { ellipse, path, poly, rect, repeat } from "../lib/svg.mjs";
import { mix } from "../lib/palette.mjs";

/** Large panes that glow in the evening. */
function bayWindow(s, x, y, width, height, panes) {
  const glass = s.palette.night ? s.palette.windowLit : mix(s.palette.window, s.palette.sea[2], 0.3);
  return (
    rect(x, y, width, height, glass) +
    (s.palette.night
      ? rect(x, y + height * 0.62, width, height * 0.38, s.palette.wood[0], { opacity: 0.35 })
      : poly(
          [
            [x, y + height], [x + width * 0.4, y], [x + width * 0.62, y], [x + width * 0.22, y + height],
          ],
          s.palette.cream,
          { opacity: 0.2 },
        )) +
    repeat(panes + 1, (i) => rect(x + (width * i) / panes - 3, y, 6, height, s.palette.ink, { opacity: 0.8 }))
  );
}

/** Two white cubes, a pergola, a pool before them. */
function whiteAmongOlives(s) {
  const ground = 640;
  const white = s.lit(s.palette.walls[0], 0.45);
  const dim = s.shaded(white, 0.26);
  const house =
    rect(520, 300, 560, 340, white) +
    rect(520, 300, 70, 340, dim) +
    rect(500, 288, 600, 18, s.palette.lime[0]) +
    bayWindow(s, 640, 350, 180, 110, 2) +
    bayWindow(s, 880, 350, 140, 110, 2) +
    rect(860, 470, 520, 170, white) +
    rect(846, 458, 548, 16, s.palette.lime[0]) +
    bayWindow(s, 900, 500, 440, 140, 4) +
    rect(520, 470, 340, 170, s.shaded(white, 0.1)) +
    stoneWall(s, box(520, 470, 640, 640), { course: 24 }) +
    rect(690, 500, 110, 140, s.palette.wood[1]) +
    repeat(5, (i) => rect(692 + i * 22, 500, 3, 140, s.palette.wood[2], { opacity: 0.6 })) +
    railing(s, 866, 1384, 458, 62, { glass: true });
  const basin = [[300, 742], [1170, 742], [1330, 905], [160, 905]];
  return (
    sky(s, ground) +
    sun(s, 1230, 160, 64) +
    clouds(s, 4, 60, 180) +
    ranges(s, 520, { heights: [0.26, 0.18, 0.1] }) +
    hill(
      s,
      [[-20, 520], [200, 470], [480, 500], [800, 450], [1200, 480], [1520, 440]],
      s.palette.veg[0],
      mix(s.palette.veg[0], s.palette.grass[0], 0.5),
    ) +
    cypress(s, 420, 640, 330) +
    cypress(s, 480, 640, 280) +
    cypress(s, 1430, 650, 360) +
    pine(s, 300, 640, 330) +
    roundTree(s, 180, 650, 260, { silver: 0.25 }) +
    house +
    rect(0, ground - 2, s.width, 400, s.palette.lime[1]) +
    path("M-20 636Q200 620 420 640T820 640H-20Z", s.palette.grass[1]) +
    path("M0 638H420L240 720Q100 760 0 762Z", s.palette.grass[1]) +
    path("M0 638H300L160 690Q80 712 0 716Z", s.palette.grass[0]) +
    path("M1520 638H1400Q1360 690 1520 730Z", s.palette.grass[1]) +
    pergola(s, 1100, 1400, 516, 640, { depth: 34, posts: 3, colour: s.palette.wood[0] }) +
    climber(
      s,
      [[1080, 480], [1250, 474], [1420, 482]],
      54,
    ) +
    pool(s, basin) +
    poly(
      [[300, 742], [1170, 742], [1176, 752], [292, 752]],
      s.palette.sea[0],
      { opacity: 0.3 },
    ) +
    sunshade(s, 1330, 760, 150) +
    lounger(s, 1290, 764, 150, { towel: s.palette.accent, flip: true }) +
    lounger(s, 1440, 800, 165, { towel: s.palette.sea[1], flip: true }) +
    roundTree(s, 110, 830, 420, { silver: 0.25 }) +
    flowering(s, 60, 860, 260, 90) +
    flowering(s, 1480, 1000, 380, 130) +
    potted(s, 250, 960, 150, { kind: "agave" }) +
    foreground(s, { width: 340, height: 110 })
  );
}

/** The infinity edge at sunset: water running into the sea, a lit house on the right. */
function infinityEdge(s) {
  const horizon = 470;
  const sunX = 420;
  const basin = [[-40, 640], [1010, 640], [1120, 1040], [-40, 1040]];
  const wall = s.palette.walls[4];
  const house =
    rect(1010, 250, 520, 400, s.shaded(wall, 0.12)) +
    rect(960, 226, 560, 26, s.palette.lime[0]) +
    rect(960, 246, 560, 8, s.palette.lime[3]) +
    bayWindow(s, 1060, 290, 440, 356, 3) +
    rect(985, 252, 16, 396, s.palette.wood[1]) +
    ellipse(
      1270,
      420,
      300,
      240,
      s.radial([[0, s.palette.glow, 0.5], [1, s.palette.glow, 0]]),
    ) +
    rect(1150, 560, 210, 84, s.palette.wood[2], { opacity: 0.55 }) +
    rect(1130, 520, 60, 124, s.palette.wood[2], { opacity: 0.4 });
  return (
    sky(s, horizon) +
    stars(s, 40, 260) +
    sun(s, sunX, 300, 84) +
    clouds(s, 4, 80, 240) +
    ranges(s, horizon, { heights: [0.1, 0.065, 0.03] }) +
    sea(s, horizon, { bottom: 660 }) +
    glitter(s, sunX, horizon, 640) +
    headlandInSea(s, { x0: 620, x1: 980, base: 540, height: 220, light: -1, fade: 0.18, envelope: island, count: 12 }) +
    headlandInSea(s, { x0: -120, x1: 200, base: 560, height: 280, light: 1, fade: 0.1, envelope: fallingRight, count: 9 }) +
    sail(s, 540, 520, 60) +
    pine(s, 930, 660, 330, { lean: -0.08 }) +
    bush(s, 860, 660, 300, 70) +
    house +
    rect(900, 640, 640, 400, s.palette.lime[1]) +
    poly(
      [[1010, 640], [1520, 640], [1520, 664], [1016, 664]],
      s.palette.lime[2],
      { opacity: 0.7 },
    ) +
    pool(s, basin, { coping: s.palette.lime[0], edge: 12 }) +
    poly(
      [[-40, 634], [1010, 634], [1012, 646], [-40, 646]],
      s.palette.foam,
      { opacity: 0.75 },
    ) +
    ripples(s, [sunX - 110, sunX + 110], [660, 990], 34, s.palette.glow, 0.75, 150) +
    lounger(s, 1240, 800, 210, { towel: s.palette.accent, flip: true }) +
    lounger(s, 1330, 930, 240, { towel: s.palette.sea[1], flip: true }) +
    potted(s, 1450, 730, 150, { kind: "olive", clay: s.palette.cream }) +
    wallLantern(s, 1120, 655, 30) +
    wallLantern(s, 1135, 720, 34) +
    garland(s, 985, 262, 1510, 262, 40) +
    foreground(s, { width: 330, height: 130 })
  );
}

/** An old sheepfold of stone in a garden at dawn, with a narrow basin leading to it. */
function sheepfold(s) {
  const ground = 600;
  const front = [[520, 330], [1180, 330], [1180, 620], [520, 620]];
  const house =
    stoneWall(
      s,
      [[1170, 400], [1420, 400], [1420, 620], [1170, 620]],
      { course: 26 },
    ) +
    tiledRoof(s, 1170, 1420, 402, 70, { inset: 60 }) +
    stoneWall(s, front, { course: 28 }) +
    rect(520, 330, 90, 290, s.palette.shade, { opacity: 0.22 }) +
    tiledRoof(s, 520, 1180, 332, 110, { inset: 100 }) +
    window(s, 660, 410, 56, 96, { shutters: s.palette.sea[1] }) +
    window(s, 1000, 410, 56, 96, { shutters: s.palette.sea[1] }) +
    rect(812, 424, 96, 196, s.palette.wood[2]) +
    rect(820, 432, 80, 188, s.palette.sea[1]) +
    rect(858, 432, 4, 188, s.palette.ink, { opacity: 0.4 }) +
    rect(800, 410, 120, 18, s.palette.granite[0]) +
    window(s, 1270, 460, 50, 84, { shutters: s.palette.sea[1] }) +
    wallLantern(s, 770, 460, 26) +
    rect(1070, 180, 40, 80, s.palette.granite[1]) +
    rect(1062, 172, 56, 12, s.palette.roof[0]);
  const basin = [[700, 690], [1010, 690], [1260, 1040], [440, 1040]];
  return (
    sky(s, ground) +
    sun(s, 300, 190, 62) +
    clouds(s, 4, 60, 170) +
    ranges(s, 560, { heights: [0.34, 0.24, 0.13] }) +
    hill(
      s,
      [[-20, 560], [300, 520], [700, 540], [1100, 500], [1520, 530]],
      s.palette.veg[0],
      s.palette.grass[1],
    ) +
    cypress(s, 440, 640, 330) +
    cypress(s, 1450, 640, 380) +
    roundTree(s, 1330, 620, 220, { silver: 0.2 }) +
    house +
    rect(0, 614, s.width, 400, s.palette.grass[1]) +
    path("M-20 640Q400 616 800 640T1520 630V700Q1000 660 600 690T-20 700Z", s.palette.grass[0], { opacity: 0.8 }) +
    poly(
      [[640, 616], [1080, 616], [1420, 1020], [290, 1020]],
      s.palette.lime[1],
    ) +
    pool(s, basin) +
    climber(
      s,
      [[500, 560], [510, 430], [560, 360], [700, 350], [800, 372]],
      76,
    ) +
    flowering(s, 480, 690, 240, 76, { colours: [s.palette.bloom[0], s.palette.cream] }) +
    flowering(s, 1240, 690, 260, 84, { colours: [s.palette.glow, s.palette.cream] }) +
    repeat(5, (i) => bush(s, 1160 + i * 90, 760 + i * 56, 110, 74)) +
    repeat(5, (i) => bush(s, 530 - i * 100, 760 + i * 56, 110, 74)) +
    lounger(s, 1290, 880, 180, { towel: s.palette.accent, flip: true }) +
    potted(s, 650, 700, 96, { kind: "lemon" }) +
    potted(s, 1070, 700, 96, { kind: "lemon" }) +
    roundTree(s, 170, 930, 640, { silver: 0.22 }) +
    roundTree(s, 1470, 1010, 360, { silver: 0.2 }) +
    foreground(s, { width: 360, height: 120, agaves: false })
  );
}

export const compositions = [
  { seed: 2, palette: "noon", light: 1, draw: whiteAmongOlives },
  { seed: 9, palette: "sunset", light: -1, draw: infinityEdge },
  { seed: 4, palette: "dawn", light: 1, draw: sheepfold },
];
