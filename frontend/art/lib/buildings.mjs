// Houses: walls, roofs, windows and shutters.
import { mix } from "./palette.mjs";
import { circle, path, poly, polygon, rect, repeat, stroke } from "./svg.mjs";

const isLit = (s, share) => s.palette.night && s.random.chance(share);

/** Louvred shutter leaf. */
function shutter(s, x, y, width, height, colour) {
  const slats =
    height > 60
      ? repeat(Math.floor(height / 9) - 1, (i) =>
          rect(x + width * 0.14, y + 7 + i * 9, width * 0.72, 3, s.palette.ink, { opacity: 0.18 }),
        )
      : "";
  return rect(x, y, width, height, colour) + slats;
}

/** A window with open shutters, a sill and a light when it is evening. */
export function window(s, x, y, width, height, { shutters, lit = 0.5, frame = s.palette.cream, arch = false, pots = false } = {}) {
  const glass = isLit(s, lit) ? s.palette.windowLit : s.palette.window;
  const head = arch ? width / 2 : 0;
  const hole = arch
    ? path(`M${x} ${y + height}V${y + head}A${head} ${head} 0 0 1 ${x + width} ${y + head}V${y + height}Z`, glass)
    : rect(x, y, width, height, glass);
  const bars =
    width > 26
      ? rect(x + width / 2 - width * 0.03, y + head * 0.1, width * 0.06, height - head * 0.1, frame) +
        rect(x, y + height * 0.42, width, width * 0.05, frame)
      : "";
  const leaf = width * 0.52;
  const leaves = shutters
    ? shutter(s, x - leaf - width * 0.04, y + head, leaf, height - head, shutters) +
      shutter(s, x + width * 1.04, y + head, leaf, height - head, s.shaded(shutters, 0.12))
    : "";
  const gloss =
    !s.palette.night && width > 26
      ? poly(
          [
            [x, y + height * 0.5], [x + width * 0.45, y + head], [x + width * 0.75, y + head], [x, y + height * 0.85],
          ],
          s.palette.cream,
          { opacity: 0.14 },
        )
      : "";
  const sill = rect(x - width * 0.12, y + height, width * 1.24, Math.max(2, width * 0.09), s.lit(s.palette.lime[1], 0.4));
  const box = pots
    ? repeat(5, (i) =>
        circle(x + width * (0.1 + 0.2 * i), y + height - width * 0.08, width * 0.13, i % 2 ? s.palette.veg[1] : s.palette.veg[0]),
      ) +
      repeat(6, (i) =>
        circle(
          x + width * (0.05 + 0.18 * i),
          y + height - width * s.random.range(0.1, 0.24),
          width * 0.06,
          s.random.pick([...s.palette.bloom, s.palette.accent]),
        ),
      )
    : "";
  return hole + bars + gloss + leaves + sill + box;
}

/** A hipped roof seen from the front, with its tile channels. */
export function tiledRoof(s, x0, x1, y, height, { inset = height * 0.9, overhang = 14, colour = s.palette.roof[0], fine = true } = {}) {
  const [left, right] = [x0 - overhang, x1 + overhang];
  const shape = [[left, y], [x0 + inset, y - height], [x1 - inset, y - height], [right, y]];
  const count = Math.round((right - left) / 17);
  const channels = fine
    ? repeat(count + 1, (i) => {
        const t = i / count;
        return stroke(
          [[left + (right - left) * t, y], [x0 + inset + (x1 - x0 - 2 * inset) * t, y - height]],
          s.palette.ink,
          1.6,
          { opacity: 0.16 },
        );
      }) + repeat(count, (i) => circle(left + ((right - left) * (i + 0.5)) / count, y, 8, i % 3 ? colour : s.lit(colour, 0.14)))
    : "";
  const shadeSide =
    s.light > 0
      ? [
          [left, y], [x0 + inset, y - height], [x0 + inset + (x1 - x0) * 0.04, y - height], [left + (x1 - x0) * 0.16, y],
        ]
      : [
          [right, y], [x1 - inset, y - height], [x1 - inset - (x1 - x0) * 0.04, y - height], [right - (x1 - x0) * 0.16, y],
        ];
  return (
    poly(shape, colour) +
    poly(shadeSide, s.shaded(colour, 0.35)) +
    channels +
    rect(left, y - 1, right - left, 7, s.shaded(s.palette.roof[1], 0.35))
  );
}

/** Rubble masonry clipped to an outline. */
export function stoneWall(s, outline, { tones = s.palette.granite, course = 26 } = {}) {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let stones = "";
  for (let y = top; y < bottom; y += course) {
    let x = left - s.random.range(0, course);
    while (x < right) {
      const width = course * s.random.range(0.9, 2.3);
      const fill = s.random.pick([
        tones[0],
        mix(tones[0], tones[1], 0.5),
        tones[1],
        mix(tones[1], tones[2], 0.4),
        mix(tones[0], s.palette.sand[1], 0.5),
      ]);
      stones += rect(x + 1.5, y + s.random.range(0, 3), width - 3, course - s.random.range(3, 7), fill, { rx: course * 0.16 });
      x += width;
    }
  }
  return s.clip(polygon(outline), rect(left, top, right - left, bottom - top, mix(tones[1], tones[2], 0.75)) + stones);
}

export const box = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

/** A tall narrow town house: lit front, shaded side strip, low roof, rows of shuttered windows. */
export function townHouse(s, x, base, width, height, { fade = 0, lit = 0.4, wall, light = s.light } = {}) {
  const far = (colour) => (fade ? s.faded(colour, fade) : colour);
  const front = far(wall ?? s.random.pick(s.palette.walls));
  const side = s.shaded(front, 0.38);
  const sideWidth = width * s.random.range(0.22, 0.32);
  const top = base - height;
  const roof = far(s.random.pick(s.palette.roof));
  const rise = width * s.random.range(0.16, 0.24);
  const eave = width * 0.05;
  const dark = light > 0;
  const roofShape = [
    [x - eave, top], [x + width * 0.16, top - rise], [x + width * 0.84, top - rise], [x + width + eave, top],
  ];
  const roofShade = dark
    ? [
        [x - eave, top], [x + width * 0.16, top - rise], [x + width * 0.34, top - rise], [x + sideWidth, top],
      ]
    : [
        [x + width + eave, top], [x + width * 0.84, top - rise], [x + width * 0.66, top - rise],
        [x + width - sideWidth, top],
      ];
  const chimney = s.random.chance(0.5)
    ? rect(x + width * s.random.range(0.3, 0.7), top - rise * 1.7, width * 0.1, rise * 1.2, s.shaded(front, 0.2))
    : "";

  const [faceX, faceWidth] = [dark ? x + sideWidth : x, width - sideWidth];
  const columns = faceWidth > 30 ? 2 : 1;
  const rows = Math.max(2, Math.floor(height / (width * 0.44)));
  const glassWidth = faceWidth / (columns * 2.9);
  const glassHeight = Math.min((height / rows) * 0.52, glassWidth * 1.75);
  const shutters = far(s.random.pick([s.palette.veg[1], s.palette.window, s.palette.sea[1], s.shaded(s.palette.accent, 0.25), s.palette.veg[0]]));
  let windows = "";
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const wx = faceX + (faceWidth * (column + 0.5)) / columns - glassWidth / 2;
      const wy = top + (height * (row + 0.22)) / rows;
      if (s.random.chance(0.1) || wy + glassHeight > base - 4) continue;
      windows += rect(wx, wy, glassWidth, glassHeight, isLit(s, lit) ? s.palette.windowLit : far(s.palette.window));
      windows += s.random.chance(0.72)
        ? rect(wx - glassWidth * 0.56, wy, glassWidth * 0.5, glassHeight, shutters) +
          rect(wx + glassWidth * 1.06, wy, glassWidth * 0.5, glassHeight, shutters)
        : rect(wx - glassWidth * 0.12, wy + glassHeight, glassWidth * 1.24, glassHeight * 0.1, s.lit(front, 0.5));
    }
  }
  return (
    rect(x, top, width, height, front) +
    rect(dark ? x : x + width - sideWidth, top, sideWidth, height, side) +
    chimney +
    poly(roofShape, roof) +
    poly(roofShade, s.shaded(roof, 0.4)) +
    rect(x - eave, top - 1, width + 2 * eave, 3 + width * 0.03, s.shaded(roof, 0.3)) +
    windows
  );
}

/** Houses shoulder to shoulder; `height(t)` shapes the skyline. */
export function houseRow(s, x0, x1, base, { width, height, fade = 0, lit }) {
  let [x, drawn] = [x0, ""];
  while (x < x1) {
    const house = width * s.random.range(0.75, 1.25);
    const tall = (typeof height === "function" ? height((x - x0) / (x1 - x0)) : height) * s.random.range(0.85, 1.15);
    drawn += townHouse(s, x, base, house, tall, { fade, lit });
    x += house * s.random.range(0.95, 1);
  }
  return drawn;
}
