// Trees, bushes, flowers and pots.
import { mix } from "./palette.mjs";
import { circle, ellipse, group, path, poly, rect, repeat, smooth, stroke } from "./svg.mjs";

const bark = (s, foliage = s.palette.veg) => mix(s.palette.rock[3], foliage[2], 0.45);

/** Foliage darkened for the foreground frame. */
export const frameFoliage = (s) => [
  mix(s.palette.veg[1], s.palette.veg[2], 0.35),
  mix(s.palette.veg[2], s.palette.ink, 0.15),
  mix(s.palette.veg[2], s.palette.ink, 0.5),
];

function canopyPad(s, x, y, width, height, fill) {
  const top = Array.from({ length: 10 }, (_, i) => {
    const arch = Math.pow(Math.sin((Math.PI * i) / 9), 0.6);
    return [x - width / 2 + (width * i) / 9, y - arch * height * (1 + s.random.range(-0.14, 0.14))];
  });
  const under = Array.from({ length: 6 }, (_, i) => {
    const t = (i + 1) / 6;
    return [x + width / 2 - width * t, y + Math.sin(Math.PI * t) * height * 0.22 * (1 + s.random.range(-0.4, 0.4))];
  });
  return path(smooth([...top, ...under], "Z"), fill);
}

/** A parasol pine with a layered canopy. */
export function pine(s, x, base, height, { light = s.light, foliage = s.palette.veg, trunk, fade = 0, lean } = {}) {
  const tones = fade ? foliage.map((tone) => s.faded(tone, fade)) : foliage;
  const wood = trunk ?? bark(s, tones);
  const shift = (lean ?? s.random.range(-0.16, 0.16)) * height;
  const [topX, topY, half] = [x + shift, base - height * 0.72, height * 0.035];
  const stem = path(
    `M${x - half} ${base}C${x - half * 0.6} ${base - height * 0.35} ${topX - half * 0.4} ${topY + height * 0.3} ${topX - half * 0.3} ${topY - height * 0.05}` +
      `L${topX + half * 0.3} ${topY - height * 0.05}C${topX + half * 0.5} ${topY + height * 0.3} ${x + half} ${base - height * 0.35} ${x + half * 1.2} ${base}Z`,
    wood,
  );
  const branch = (dx, dy) =>
    stroke(
      `M${topX - shift * 0.2} ${topY + height * 0.2}Q${topX + dx * 0.3} ${topY + height * 0.06} ${topX + dx} ${topY + dy}`,
      wood,
      half * 0.8,
    );
  const pads = [[-0.3, 0.03, 0.44, 0.13], [0.27, 0, 0.46, 0.14], [0, -0.07, 0.62, 0.2]];
  const canopy = pads.map(([dx, dy, width, thick]) => {
    const [cx, cy, w, h] = [topX + dx * height, topY + dy * height, width * height, thick * height];
    return (
      canopyPad(s, cx, cy, w, h, tones[2]) +
      canopyPad(s, cx + light * w * 0.05, cy - h * 0.26, w * 0.84, h * 0.66, tones[1]) +
      canopyPad(s, cx + light * w * 0.13, cy - h * 0.52, w * 0.5, h * 0.36, tones[0])
    );
  });
  return stem + branch(-height * 0.26, 0) + branch(height * 0.24, -height * 0.02) + canopy.join("");
}

/** The tall straight mountain pine: bare trunk, flat ragged tiers near the top. */
export function laricio(s, x, base, height, { foliage = s.palette.veg, fade = 0, light = s.light } = {}) {
  const tones = fade ? foliage.map((tone) => s.faded(tone, fade)) : foliage;
  const half = height * 0.016;
  const wood = fade ? s.faded(bark(s), fade) : mix(s.palette.rock[2], bark(s), 0.55);
  const trunk =
    poly(
      [
        [x - half, base], [x - half * 0.4, base - height * 0.96], [x + half * 0.4, base - height * 0.96], [x + half, base],
      ],
      wood,
    ) +
    poly(
      [
        [x, base], [x, base - height * 0.9], [x + light * half * 0.5, base - height * 0.9], [x + light * half, base],
      ],
      s.lit(wood, 0.22),
    );
  const tiers = 6;
  const crown = repeat(tiers, (i) => {
    const t = i / (tiers - 1);
    const y = base - height * (0.44 + 0.48 * t);
    const width = height * (0.36 - 0.24 * t) * s.random.range(0.85, 1.15);
    const thick = height * (0.085 - 0.02 * t);
    const cx = x + s.random.range(-0.02, 0.02) * height;
    return (
      canopyPad(s, cx, y, width, thick, tones[2]) +
      canopyPad(s, cx + light * width * 0.07, y - thick * 0.3, width * 0.76, thick * 0.6, tones[1]) +
      canopyPad(s, cx + light * width * 0.14, y - thick * 0.5, width * 0.4, thick * 0.36, tones[0])
    );
  });
  return trunk + crown;
}

export function cypress(s, x, base, height, { foliage = s.palette.veg, fade = 0, light = s.light } = {}) {
  const tones = fade ? foliage.map((tone) => s.faded(tone, fade)) : foliage;
  const half = height * 0.1;
  const flame = (cx, width, tall) =>
    `M${cx} ${base - tall}C${cx + width * 0.5} ${base - tall * 0.8} ${cx + width * 1.15} ${base - tall * 0.35} ${cx + width * 0.5} ${base}H${cx - width * 0.5}C${cx - width * 1.15} ${base - tall * 0.35} ${cx - width * 0.5} ${base - tall * 0.8} ${cx} ${base - tall}Z`;
  return (
    rect(x - half * 0.15, base - 4, half * 0.3, height * 0.05 + 4, bark(s)) +
    path(flame(x, half, height), tones[2]) +
    path(flame(x + light * half * 0.22, half * 0.62, height * 0.94), tones[1]) +
    path(flame(x + light * half * 0.38, half * 0.26, height * 0.78), tones[0], { opacity: 0.8 })
  );
}

/** A round-headed olive or plane tree. */
export function roundTree(s, x, base, height, { foliage = s.palette.veg, light = s.light, silver = 0, fruit } = {}) {
  const tones = foliage.map((tone) => (silver ? mix(tone, s.palette.lime[1], silver) : tone));
  const wood = bark(s);
  const [radius, cy] = [height * 0.3, base - height * 0.66];
  const trunk =
    stroke(
      `M${x} ${base}Q${x - height * 0.03} ${base - height * 0.25} ${x + height * 0.01} ${cy + radius * 0.5}`,
      wood,
      height * 0.055,
    ) +
    stroke(
      `M${x - height * 0.01} ${base - height * 0.26}Q${x + height * 0.1} ${cy + radius * 0.9} ${x + radius * 0.6} ${cy + radius * 0.3}`,
      wood,
      height * 0.03,
    );
  const lobes = [[-0.62, 0.28, 0.58], [0.64, 0.22, 0.6], [-0.32, -0.3, 0.66], [0.36, -0.36, 0.62], [0, 0.1, 0.8]];
  const layer = (tone, shift, size) =>
    group(
      lobes
        .map(([dx, dy, r]) =>
          circle(x + dx * radius + light * shift * radius, cy + dy * radius - shift * radius * 0.7, r * radius * size),
        )
        .join(""),
      { fill: tone },
    );
  const berries = fruit
    ? repeat(14, () => circle(x + s.random.range(-1, 1) * radius, cy + s.random.range(-0.6, 0.7) * radius, height * 0.018, fruit))
    : "";
  return trunk + layer(tones[2], 0, 1) + layer(tones[1], 0.16, 0.8) + layer(tones[0], 0.34, 0.5) + berries;
}

export function palm(s, x, base, height, { foliage = s.palette.veg, lean = 0.08, light = s.light } = {}) {
  const [topX, topY] = [x + lean * height, base - height];
  const wood = mix(s.palette.rock[3], s.palette.wood[1], 0.45);
  const trunk =
    stroke(`M${x} ${base}Q${x + lean * height * 0.1} ${base - height * 0.55} ${topX} ${topY}`, wood, height * 0.05) +
    stroke(
      `M${x + light * height * 0.012} ${base}Q${x + lean * height * 0.1 + light * height * 0.012} ${base - height * 0.55} ${topX} ${topY}`,
      s.lit(wood, 0.25),
      height * 0.014,
    );
  const frond = (angle, tone, length) => {
    const [ex, ey] = [topX + Math.cos(angle) * length, topY - Math.sin(angle) * length * 0.62 + length * 0.3];
    const [mx, my] = [topX + Math.cos(angle) * length * 0.5, topY - Math.sin(angle) * length * 0.8 - length * 0.16];
    return path(
      `M${topX} ${topY - 2}Q${mx} ${my - length * 0.1} ${ex} ${ey}Q${mx} ${my + length * 0.16} ${topX} ${topY + 6}Z`,
      tone,
    );
  };
  const fronds = [0, Math.PI, 0.35, 2.8, 0.75, 2.4, -0.35, 3.5, 1.2, 1.95];
  const leaves = fronds.map((angle, i) => frond(angle, foliage[i < 2 ? 2 : i % 3], height * s.random.range(0.36, 0.46)));
  return trunk + leaves.join("");
}

/** A bumpy bush in nested tones. It extends below `base`, so that it does not float above the ground. */
export function bush(s, x, base, width, height, tones = s.palette.veg.toReversed()) {
  const count = Math.max(5, Math.round((width / height) * 2.6));
  const bumps = Array.from({ length: count }, (_, i) => {
    const t = (i + 0.5) / count;
    return [t, Math.pow(Math.sin(Math.PI * t), 0.75) * s.random.range(0.78, 1.08)];
  });
  return tones
    .map((tone, i) => {
      const [w, h] = [width * (1 - i * 0.12), height * (1 - i * 0.2)];
      const radius = (w / count) * 1.05;
      const shape = bumps.map(([t, swell]) => {
        const cx = x - w / 2 + w * t + i * width * 0.035 * s.light;
        const cy = base - h * swell + radius * 0.6;
        return circle(cx, cy, radius) + rect(cx - radius, cy, radius * 2, Math.max(0, base - cy));
      });
      return group(shape.join(""), { fill: tone });
    })
    .join("");
}

/** A bush standing on the ground, flat-footed, with scattered blossom. */
export function flowering(s, x, base, width, height, { colours = s.palette.bloom, tones, density = 1 } = {}) {
  const count = Math.round(((width * height) / 420) * density);
  const blossoms = repeat(count, () => {
    const t = s.random.range(-0.48, 0.48);
    const tall = Math.pow(Math.cos(Math.PI * t), 0.75) * height;
    return circle(x + t * width, base - tall * s.random.range(0.1, 0.98), s.random.range(4, 8), s.random.pick(colours));
  });
  return bush(s, x, base, width, height, tones) + blossoms;
}

/** Climbing blossom along a line of points: bougainvillea on a wall or a pergola. */
export function climber(s, points, thickness, { colours = s.palette.bloom } = {}) {
  const along = points.slice(1).flatMap(([x, y], i) => {
    const [px, py] = points[i];
    const steps = Math.max(2, Math.round(Math.hypot(x - px, y - py) / (thickness * 0.28)));
    return Array.from({ length: steps }, (_, k) => [px + ((x - px) * k) / steps, py + ((y - py) * k) / steps]);
  });
  const puffs = (tone, size, spread) =>
    group(
      along
        .map(([x, y]) =>
          circle(
            x + s.random.range(-spread, spread) * thickness,
            y + s.random.range(-spread, spread) * thickness,
            thickness * size * s.random.range(0.6, 1.2),
          ),
        )
        .join(""),
      { fill: tone },
    );
  return (
    puffs(s.palette.veg[2], 0.36, 0.34) +
    puffs(s.palette.veg[1], 0.24, 0.42) +
    puffs(colours[1], 0.17, 0.46) +
    puffs(colours[0], 0.13, 0.46) +
    puffs(mix(colours[0], s.palette.cream, 0.35), 0.06, 0.46)
  );
}

export function agave(s, x, base, size, tones = s.palette.veg) {
  return repeat(13, (i) => {
    const angle = Math.PI * (0.08 + (0.84 * i) / 12);
    const length = size * s.random.range(0.75, 1.1);
    const [ex, ey] = [x - Math.cos(angle) * length, base - Math.sin(angle) * length];
    const [nx, ny] = [Math.sin(angle) * size * 0.075, -Math.cos(angle) * size * 0.075];
    const [mx, my] = [(x + ex) / 2, (base + ey) / 2];
    const fill = [tones[0], tones[1], mix(tones[1], s.palette.sea[1], 0.35)][i % 3];
    return path(
      `M${x - nx} ${base - ny}Q${mx - nx * 1.6} ${my - ny * 1.6} ${ex} ${ey}Q${mx + nx * 1.6} ${my + ny * 1.6} ${x + nx} ${base + ny}Z`,
      fill,
    );
  });
}

export function grassTuft(s, x, base, size, colour) {
  return repeat(6, (i) => {
    const tip = (i - 2.5) * size * 0.2;
    return path(
      `M${x + i * 2 - 6} ${base}Q${x + tip * 0.3} ${base - size * 0.6} ${x + tip} ${base - size * s.random.range(0.7, 1.1)}Q${x + tip * 0.5 + 4} ${base - size * 0.4} ${x + i * 2 - 2} ${base}Z`,
      colour,
    );
  });
}

/** A terracotta pot with a clipped or flowering plant. */
export function potted(s, x, base, size, { kind = "bush", colours, clay = s.palette.rock[1] } = {}) {
  const rim = base - size * 0.42;
  const pot =
    poly(
      [
        [x - size * 0.28, rim], [x + size * 0.28, rim], [x + size * 0.2, base], [x - size * 0.2, base],
      ],
      clay,
    ) +
    poly(
      [
        [x - s.light * size * 0.28, rim], [x - s.light * size * 0.04, rim], [x - s.light * size * 0.03, base],
        [x - s.light * size * 0.2, base],
      ],
      s.shaded(clay, 0.25),
    ) +
    rect(x - size * 0.31, rim - size * 0.08, size * 0.62, size * 0.1, s.lit(clay, 0.16));
  const plants = {
    bush: () => bush(s, x, rim, size * 0.8, size * 0.6),
    flowers: () => flowering(s, x, rim, size * 0.85, size * 0.6, { colours, density: 1.5 }),
    olive: () => roundTree(s, x, rim, size * 1.7, { silver: 0.2 }),
    agave: () => agave(s, x, rim, size * 0.62),
    lemon: () => roundTree(s, x, rim, size * 1.7, { fruit: s.palette.night ? "#ffd36b" : "#f6c945" }),
    cypress: () => cypress(s, x, rim, size * 1.9),
  };
  return ellipse(x, base, size * 0.36, size * 0.06, s.palette.ink, { opacity: 0.18 }) + plants[kind]() + pot;
}

/** The dark maquis in a lower corner; draw it mirrored for the other side. */
export function foreground(s, { width = 450, height = 170, agaves = true } = {}) {
  const tones = frameFoliage(s).toReversed();
  const flowers = repeat(24, () => {
    const x = s.random.range(0, width * 0.85);
    const y = s.height - s.random.range(0.06, 0.72) * height * (1 - x / width);
    return circle(x, y, s.random.range(2.5, 5.5), s.random.pick([s.palette.accent, s.palette.cream, s.palette.glow]), { opacity: 0.9 });
  });
  return (
    bush(s, width * 0.22, s.height + 8, width, height, tones) +
    bush(s, width * 0.72, s.height + 10, width * 0.7, height * 0.58, tones) +
    (agaves
      ? agave(s, width * 0.62, s.height + 4, height * 0.9, frameFoliage(s)) +
        agave(s, width * 1.02, s.height + 14, height * 0.62, frameFoliage(s))
      : "") +
    flowers
  );
}
