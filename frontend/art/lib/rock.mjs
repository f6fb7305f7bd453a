// Granite headlands, boulders, chalk cliffs and rocky mountains, each in a lit, a middle and a dark tone.
import { mix } from "./palette.mjs";
import { ripples, reflection, foamLine } from "./water.mjs";
import { blob, ellipse, path, poly, polygon, rect, repeat, smooth } from "./svg.mjs";

/** Three rows of red granite, from the back (pale) to the front (dark); `fade` sets them farther away. */
function graniteRows(s, fade) {
  const [light, mid, dark, deep] = s.palette.rock;
  const rows = [
    { lit: mix(light, s.palette.cream, 0.18), mid, dark, deep },
    { lit: light, mid, dark: mix(dark, deep, 0.25), deep },
    { lit: mid, mid: mix(mid, dark, 0.5), dark: mix(dark, deep, 0.6), deep },
  ];
  if (!fade) return rows;
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, colour]) => [name, s.faded(colour, fade)])));
}

/** One eroded granite tower with a crease between its lit and its shaded side. */
function blade(s, { x, base, height, width, tones, light }) {
  const half = width / 2;
  const [left, right] = [x - half, x + half];
  const peak = x + s.random.range(-0.16, 0.16) * width;
  const top = base - height;
  const cap = half * s.random.range(0.22, 0.5);
  const up = (share) => base - height * share;

  const leftSide = [
    [left - half * 0.25, base], [left, up(s.random.range(0.34, 0.58))], [left + half * 0.34, up(s.random.range(0.68, 0.86))],
    [peak - cap, top + height * s.random.range(0.01, 0.06)],
  ];
  const rightSide = [
    [peak + cap, top], [right - half * 0.3, up(s.random.range(0.6, 0.8))], [right + half * 0.02, up(s.random.range(0.25, 0.5))],
    [right + half * 0.28, base],
  ];
  const fold = peak - light * half * s.random.range(0, 0.3);
  const crease = [
    [fold, top + height * 0.02], [fold + half * 0.2 * s.random.range(-1, 1), up(0.62)],
    [fold + half * 0.3 * s.random.range(-1, 1), up(0.3)], [fold + half * 0.35 * s.random.range(-1, 1), base],
  ];
  const whole = poly([...leftSide, ...rightSide], light > 0 ? tones.lit : tones.dark);
  const otherSide =
    light > 0 ? poly([...leftSide, ...crease], tones.dark) : poly([...rightSide.toReversed(), ...crease], tones.lit);
  const facet = poly(
    [
      crease[0],
      [fold + light * half * 0.35, up(s.random.range(0.45, 0.7))],
      [fold + light * half * 0.12, up(0.22)],
      crease[2],
      crease[1],
    ],
    tones.mid,
  );
  const hollow = s.random.chance(0.45)
    ? ellipse(x + light * half * 0.28, up(s.random.range(0.25, 0.75)), half * 0.14, half * 0.2, tones.deep, { opacity: 0.55 })
    : "";
  return whole + otherSide + facet + hollow;
}

/** A headland of granite towers under the outline `envelope(0..1)`; `between` is drawn before the front row. */
export function headland(s, { x0, x1, base, height, light = s.light, fade = 0, envelope, jag = 0.3, count = 16, between = "" }) {
  const rows = graniteRows(s, fade);
  return rows
    .map((tones, row) => {
      const number = Math.round(count * (1 - 0.16 * row));
      const towers = [];
      for (let i = 0; i < number; i++) {
        const at = (i + 0.5 + s.random.range(-0.3, 0.3)) / number;
        const tall = height * Math.min(0.86, envelope(at)) * (1 - 0.27 * row) * (1 + s.random.range(-jag, jag * 0.45));
        if (tall < 8) continue;
        const width = ((x1 - x0) / number) * s.random.range(0.95, 1.6);
        towers.push({ x: x0 + (x1 - x0) * at, base, height: tall, width, tones, light });
      }
      towers.sort((a, b) => b.height - a.height);
      const drawn = towers.map((tower) => blade(s, tower)).join("");
      return row === rows.length - 1 ? between + drawn : drawn;
    })
    .join("");
}

/** A headland standing in water: reflection, foam at its foot, broken dashes under it. */
export function headlandInSea(s, options) {
  const { x0, x1, base } = options;
  const drawn = headland(s, options);
  return (
    reflection(s, drawn, base, { squash: 0.5, opacity: 0.26 }) +
    drawn +
    foamLine(s, x0 - 30, x1 + 30, base) +
    ripples(s, [x0, x1], [base + 4, base + 100], 18, s.palette.foam, 0.28, 70)
  );
}

/** Outlines for `headland`: the relative height at 0 to 1 of the width. */
export const fallingRight = (t) => Math.pow(1 - t, 0.62) * (0.86 + 0.14 * Math.cos(t * 9));
export const risingRight = (t) => Math.pow(t, 0.55) * (0.85 + 0.15 * Math.cos(t * 8 + 1));
export const island = (t) => Math.pow(Math.sin(Math.PI * Math.min(1, t * 0.9 + 0.1)), 0.8);

/** A rounded river or beach boulder with a lit top and a dark foot. */
export function boulder(s, x, base, width, height, tones = s.palette.granite) {
  const turn = s.random.range(0, 6);
  const points = Array.from({ length: 9 }, (_, i) => {
    const angle = Math.PI * (1 + i / 8);
    const swell = 1 + 0.1 * Math.sin(turn + i * 2.1);
    return [x + Math.cos(angle) * (width / 2) * swell, base + Math.sin(angle) * height * swell];
  });
  const shape = smooth(points, `L${x + width / 2} ${base + height * 0.12}L${x - width / 2} ${base + height * 0.12}Z`);
  const dark = s.light > 0 ? -1 : 1;
  const lit = ellipse(x - dark * width * 0.16, base - height * 0.62, width * 0.46, height * 0.62, tones[0]);
  const shadow = path(
    `M${x + dark * width * 0.1} ${base - height * 1.3}Q${x + dark * width * 0.02} ${base - height * 0.4} ${x - dark * width * 0.3} ${base + height * 0.2}H${x + dark * width}V${base - height * 1.3}Z`,
    tones[2],
    { opacity: 0.75 },
  );
  const foot = rect(x - width, base - height * 0.16, width * 2, height * 0.4, tones[3], { opacity: 0.4 });
  return s.clip(shape, rect(x - width, base - height * 2, width * 2, height * 3, tones[1]) + lit + shadow + foot);
}

/** A chalk cliff: `outline` filled with wavy layers between y0 and y1. */
export function strata(s, outline, { x0, x1, y0, y1, layers = 8 }) {
  const bands = repeat(layers, (i) => {
    const y = y0 + ((y1 - y0) * (i + 0.4)) / layers;
    const points = Array.from({ length: 15 }, (_, k) => [x0 + ((x1 - x0) * k) / 14, y + s.random.range(-6, 6) + 6 * Math.sin(k)]);
    const thick = s.random.range(4, 12);
    const under = points
      .slice()
      .toReversed()
      .map(([x, py]) => `${x} ${py + thick}`)
      .join("L");
    return path(`${smooth(points)}L${under}Z`, s.palette.lime[i % 2 ? 2 : 0], { opacity: 0.8 });
  });
  const gullies = repeat(Math.round((x1 - x0) / 90), (i) => {
    const x = x0 + 60 + 90 * i + s.random.range(-20, 20);
    const width = s.random.range(18, 44);
    const top = y0 + s.random.range(0, (y1 - y0) * 0.2);
    return (
      poly(
        [[x, top], [x + width, top + 8], [x + width * 1.5, y1 + 20], [x + width * 0.2, y1 + 20]],
        s.palette.lime[2],
        { opacity: 0.6 },
      ) +
      poly(
        [
          [x + width * 0.6, top + 10], [x + width, top + 8], [x + width * 1.5, y1 + 20], [x + width, y1 + 20],
        ],
        s.palette.lime[3],
        { opacity: 0.45 },
      )
    );
  });
  return poly(outline, s.palette.lime[1]) + s.clip(polygon(outline), bands + gullies);
}

/** A mountain mass: summit line broken into needles, each with a lit and a shaded flank. */
export function needles(s, { x0, x1, base, summits, tones = s.palette.rock, fade = 0, light = s.light }) {
  const colour = (i) => (fade ? s.faded(tones[i], fade) : tones[i]);
  const skyline = [
    [x0, base],
    ...summits.flatMap(([x, y], i) => {
      const next = summits[i + 1];
      const notch = next ? [[(x + next[0]) / 2 + s.random.range(-12, 12), Math.max(y, next[1]) + s.random.range(30, 80)]] : [];
      return [[x - s.random.range(8, 18), y + s.random.range(4, 16)], [x, y], [x + s.random.range(12, 26), y + s.random.range(8, 26)], ...notch];
    }),
    [x1, base],
  ];
  const mass = poly(skyline, colour(light > 0 ? 0 : 2));
  const flanks = summits
    .map(([x, y]) => {
      const drop = base - y;
      const zigzag = [0.12, 0.26, 0.42, 0.6, 0.8, 1].map((share, i) => [
        x + (i % 2 ? -1 : 1) * drop * 0.035 + light * -drop * 0.03 * i,
        y + drop * share,
      ]);
      const outward = drop * s.random.range(0.34, 0.5) * -light;
      const shadow = poly(
        [[x, y], ...zigzag, [x + outward, base], [x + outward * 0.5, y + drop * 0.42], [x + outward * 0.2, y + drop * 0.14]],
        colour(2),
        { opacity: 0.9 },
      );
      const middle = poly(
        [
          [x, y + drop * 0.06],
          [x + light * drop * 0.1, y + drop * 0.4],
          [x + light * drop * 0.06, base],
          ...zigzag.toReversed(),
        ],
        colour(1),
        { opacity: 0.8 },
      );
      return middle + shadow;
    })
    .join("");
  return mass + s.clip(polygon(skyline), flanks);
}

/** A soft pebble or paving shape. */
export const pebble = (s, x, y, width, height, fill) =>
  path(
    blob([
      [x - width / 2, y], [x - width * 0.3, y - height * 0.5], [x + width * 0.25, y - height * 0.46],
      [x + width / 2, y + height * 0.05], [x + width * 0.2, y + height * 0.5], [x - width * 0.32, y + height * 0.44],
    ]),
    fill,
  );
