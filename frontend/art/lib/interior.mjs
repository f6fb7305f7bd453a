// Rooms: walls, floors, windows and doors with a view, curtains and wall decoration.
import { mix } from "./palette.mjs";
import { circle, ellipse, path, poly, polygon, rect, repeat, stroke } from "./svg.mjs";

/** Back wall and floor; `line` is where they meet. */
export function room(s, { line, wall = mix(s.palette.cream, s.palette.walls[0], 0.4), floor = "planks", skirting = true }) {
  const shadeEdge =
    s.light > 0
      ? [[0, s.palette.shade, 0.22], [0.7, s.palette.shade, 0]]
      : [[0.3, s.palette.shade, 0], [1, s.palette.shade, 0.22]];
  return (
    rect(0, 0, s.width, line, wall) +
    rect(0, 0, s.width, line, s.gradient(shadeEdge, { across: true })) +
    floors[floor](s, line) +
    (skirting ? rect(0, line - 16, s.width, 16, s.lit(wall, 0.5)) + rect(0, line - 1, s.width, 3, s.palette.ink, { opacity: 0.18 }) : "")
  );
}

/** Lines that run to one vanishing point above the floor. */
const towards = (s, line, step) => {
  const spread = 3.2;
  return Array.from({ length: Math.ceil((s.width * spread) / step) }, (_, i) => {
    const far = s.width / 2 + (i * step - (s.width * spread) / 2) / 2.2;
    const near = s.width / 2 + (far - s.width / 2) * 2.2;
    return [[far, line], [near, s.height]];
  });
};

const floors = {
  planks: (s, line) => {
    const [light, mid, dark] = s.palette.wood;
    const lines = towards(s, line, 96);
    const boards = lines
      .slice(1)
      .map((edge, i) => poly([lines[i][0], edge[0], edge[1], lines[i][1]], mix(light, mid, s.random.range(0.1, 0.55))));
    return (
      rect(0, line, s.width, s.height - line, light) +
      boards.join("") +
      lines.map((edge) => stroke(edge, dark, 1.5, { opacity: 0.35 })).join("")
    );
  },
  tomettes: (s, line) => checker(s, line, mix(s.palette.rock[1], s.palette.sand[2], 0.25), mix(s.palette.rock[1], s.palette.sand[1], 0.3), 110),
  stone: (s, line) => checker(s, line, s.palette.lime[1], mix(s.palette.lime[1], s.palette.lime[2], 0.35), 170),
  cement: (s, line) => checker(s, line, mix(s.palette.sea[2], s.palette.cream, 0.55), s.palette.cream, 96),
};

function checker(s, line, one, other, step) {
  const lines = towards(s, line, step);
  const rows = 9;
  const depth = (k) => line + (s.height - line) * Math.pow(k / rows, 1.55);
  const across = ([far, near], y) => far[0] + ((near[0] - far[0]) * (y - line)) / (s.height - line);
  let tiles = rect(0, line, s.width, s.height - line, one);
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [depth(row), depth(row + 1)];
    for (let i = 0; i + 1 < lines.length; i++) {
      if ((i + row) % 2) continue;
      const tile = [
        [across(lines[i], top), top],
        [across(lines[i + 1], top), top],
        [across(lines[i + 1], bottom), bottom],
        [across(lines[i], bottom), bottom],
      ];
      if (tile.every(([x]) => x < 0) || tile.every(([x]) => x > s.width)) continue;
      tiles += poly(tile, other);
    }
    tiles += stroke(
      [[0, top], [s.width, top]],
      s.palette.ink,
      1,
      { opacity: 0.08 },
    );
  }
  return tiles;
}

/** A patch of light on the floor, below a window or door. */
export const lightPatch = (s, points, opacity = 0.4) => poly(points, s.palette.glow, { opacity });

/** A framed door or window with `view` behind it, optionally arched. */
export function opening(
  s,
  x,
  y,
  width,
  height,
  view,
  { arch = false, frame = s.palette.cream, panes = 2, rail = false, thick = 12 } = {},
) {
  const radius = width / 2;
  const shape = arch
    ? `M${x} ${y + height}V${y + radius}A${radius} ${radius} 0 0 1 ${x + width} ${y + radius}V${y + height}Z`
    : polygon([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]);
  const mullions = repeat(panes - 1, (i) => rect(x + (width * (i + 1)) / panes - thick * 0.4, y, thick * 0.8, height, frame));
  const crossbar = rail ? rect(x, y + height * rail, width, thick * 0.7, frame) : "";
  const reveal = path(shape, "none", { stroke: s.shaded(frame, 0.3), "stroke-width": thick * 2.4 });
  return s.clip(shape, view + mullions + crossbar + reveal) + path(shape, "none", { stroke: frame, "stroke-width": thick });
}

/** A hanging curtain; `gather` narrows it at the tie. */
export function curtain(s, x, y, width, height, { colour = s.palette.cream, gather = 0 } = {}) {
  const waist = y + height * 0.58;
  const folds = 5;
  return repeat(folds, (i) => {
    const [a, b] = [i / folds, (i + 1) / folds];
    const at = (t, share) => x + width * (t + (gather - t) * share * (gather ? 0.62 : 0));
    const fill = s.shaded(colour, i % 2 ? 0.16 : 0.03);
    return path(
      `M${at(a, 0)} ${y}H${at(b, 0)}Q${at(b, 0.9)} ${waist - height * 0.16} ${at(b, 1)} ${waist}Q${at(b, 0.75)} ${waist + height * 0.2} ${at(b, 0.5)} ${y + height}H${at(a, 0.5)}Q${at(a, 0.75)} ${waist + height * 0.2} ${at(a, 1)} ${waist}Q${at(a, 0.9)} ${waist - height * 0.16} ${at(a, 0)} ${y}Z`,
      fill,
      { opacity: 0.94 },
    );
  });
}

export const curtainRod = (s, x0, x1, y) =>
  rect(x0, y - 5, x1 - x0, 8, s.palette.wood[2]) + circle(x0, y - 1, 11, s.palette.wood[2]) + circle(x1, y - 1, 11, s.palette.wood[2]);

export function pendant(s, x, y, size, { colour = s.palette.wood[0] } = {}) {
  const halo = circle(
    x,
    y + size * 0.3,
    size * 1.6,
    s.radial([[0, s.palette.glow, s.palette.night ? 0.65 : 0.3], [1, s.palette.glow, 0]]),
  );
  const dome = `M${x - size * 0.5} ${y + size * 0.3}Q${x - size * 0.46} ${y - size * 0.16} ${x} ${y - size * 0.22}Q${x + size * 0.46} ${y - size * 0.16} ${x + size * 0.5} ${y + size * 0.3}Z`;
  return (
    stroke(
      [[x, 0], [x, y - size * 0.2]],
      s.palette.ink,
      3,
    ) +
    halo +
    path(dome, colour) +
    s.clip(
      dome,
      repeat(9, (i) =>
        stroke(
          `M${x} ${y - size * 0.24}Q${x - size * 0.5 + i * size * 0.125} ${y} ${x - size * 0.56 + i * size * 0.14} ${y + size * 0.32}`,
          s.palette.wood[2],
          2,
          { opacity: 0.4 },
        ),
      ),
    ) +
    ellipse(x, y + size * 0.3, size * 0.5, size * 0.06, s.palette.night ? s.palette.windowLit : s.palette.glow)
  );
}

/** A framed poster of sun, hill and sea. */
export function picture(s, x, y, width, height, { frame = s.palette.wood[1] } = {}) {
  return (
    rect(x + 5, y + 7, width, height, s.palette.ink, { opacity: 0.16 }) +
    rect(x, y, width, height, frame) +
    rect(x + 8, y + 8, width - 16, height - 16, s.palette.cream) +
    s.clip(
      polygon([
        [x + 20, y + 20], [x + width - 20, y + 20], [x + width - 20, y + height - 20], [x + 20, y + height - 20],
      ]),
      rect(x, y, width, height, s.palette.sky[1]) +
        circle(x + width * 0.62, y + height * 0.4, width * 0.13, s.palette.accent) +
        poly(
          [
            [x, y + height * 0.66], [x + width * 0.3, y + height * 0.42], [x + width * 0.7, y + height * 0.68],
            [x + width, y + height * 0.56], [x + width, y + height], [x, y + height],
          ],
          s.palette.ridges[2],
        ) +
        rect(x, y + height * 0.68, width, height, s.palette.sea[1]),
    )
  );
}

/** A framed mirror. */
export function mirror(s, x, y, width, height, { frame = s.palette.wood[1], round = false } = {}) {
  const glass = s.gradient([
    [0, mix(s.palette.sky[1], s.palette.cream, 0.5)],
    [1, mix(s.palette.sea[3], s.palette.cream, 0.4)],
  ]);
  const rx = round ? width / 2 : 18;
  const streak = poly(
    [
      [x + width * 0.2, y + height], [x + width * 0.7, y], [x + width * 0.9, y], [x + width * 0.4, y + height],
    ],
    s.palette.cream,
    { opacity: 0.35 },
  );
  const outline = `M${x + rx} ${y}H${x + width - rx}A${rx} ${rx} 0 0 1 ${x + width} ${y + rx}V${y + height - rx}A${rx} ${rx} 0 0 1 ${x + width - rx} ${y + height}H${x + rx}A${rx} ${rx} 0 0 1 ${x} ${y + height - rx}V${y + rx}A${rx} ${rx} 0 0 1 ${x + rx} ${y}Z`;
  return (
    s.clip(outline, rect(x, y, width, height, glass) + streak) + path(outline, "none", { stroke: frame, "stroke-width": 14 })
  );
}

/** Ceiling beams across the top. */
export const beams = (s, count, depth = 46, colour = s.palette.wood[2]) =>
  repeat(count, (i) => {
    const x = ((i + 0.5) * s.width) / count;
    const out = (x - s.width / 2) * 0.35;
    return poly(
      [[x + out - 34, 0], [x + out + 34, 0], [x + 20, depth * 1.6], [x - 20, depth * 1.6]],
      i % 2 ? colour : s.lit(colour, 0.06),
    );
  }) + rect(0, depth * 1.6 - 8, s.width, 12, s.shaded(colour, 0.2));
