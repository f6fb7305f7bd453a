// The sheet that a picture is drawn on: size, palette, seeded random generator and SVG definitions.
import { mix, palettes } from "./palette.mjs";
import { seededRandom } from "./seeded-random.mjs";
import { group, rect } from "./svg.mjs";

/**
 * Creates a sheet, which the drawing functions take as `s`. `palette` is a key of `palettes`; `light` is the side that the
 * light comes from: -1 left, 1 right.
 */
export function canvas({ seed, palette: paletteName, width = 1500, height = 1000, light = 1 }) {
  const palette = palettes[paletteName];
  const definitions = [];

  const define = (markup) => {
    const id = `d${definitions.length}`;
    definitions.push(markup(id));
    return id;
  };
  const stopList = (stops) =>
    stops
      .map(([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
      .join("");

  /** A linear gradient over the bounding box of the painted shape. */
  const gradient = (stops, { across = false } = {}) => {
    const end = across ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
    return `url(#${define((id) => `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stopList(stops)}</linearGradient>`)})`;
  };
  const radial = (stops) => `url(#${define((id) => `<radialGradient id="${id}">${stopList(stops)}</radialGradient>`)})`;
  const blur = (x, y = x) =>
    `url(#${define((id) => `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${x} ${y}"/></filter>`)})`;
  const clip = (shape, content) =>
    group(content, { "clip-path": `url(#${define((id) => `<clipPath id="${id}"><path d="${shape}"/></clipPath>`)})` });

  /** Mirrors content at the sheet's vertical centre line. */
  const mirror = (content) => group(content, { transform: `translate(${width} 0) scale(-1 1)` });

  const vignette = () => {
    const fill = define(
      (id) =>
        `<radialGradient id="${id}" cx=".5" cy=".45" r=".75">${stopList([[0.6, palette.ink, 0], [1, palette.ink, 0.26]])}</radialGradient>`,
    );
    return rect(0, 0, width, height, `url(#${fill})`);
  };

  /** The finished SVG. */
  const finish = (body) => {
    const drawn = body + vignette();
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${definitions.join("")}</defs>${drawn}</svg>`;
  };

  return {
    width,
    height,
    palette,
    random: seededRandom(seed),
    light,
    gradient,
    radial,
    blur,
    clip,
    mirror,
    finish,
    shaded: (colour, share = 0.3) => mix(colour, palette.shade, share),
    lit: (colour, share = 0.3) => mix(colour, palette.cream, share),
    faded: (colour, share) => mix(colour, palette.ridges[1], share),
  };
}
