// From an SVG to pixels: drawn once, with a film of grain over it.
import sharp from "sharp";
import { random } from "./lib/random.mjs";

const grainSize = 256;
const grainStrength = 5;

/** A tile of grey noise around the middle, which an overlay turns into grain. */
const grainTile = (() => {
  const next = random(11);
  const pixels = Buffer.alloc(grainSize * grainSize);
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = 128 + Math.round((next() + next() + next() - 1.5) * grainStrength * 2);
  }
  return sharp(pixels, { raw: { width: grainSize, height: grainSize, channels: 1 } })
    .toColourspace("srgb")
    .png()
    .toBuffer();
})();

/** Raw pixels, ready to be scaled and encoded. */
export async function render(svg, format, width) {
  const density = (72 * width) / format.width;
  const plain = await sharp(Buffer.from(svg), { density }).resize(width).removeAlpha().png({ compressionLevel: 0 }).toBuffer();
  const { data, info } = await sharp(plain)
    .composite([{ input: await grainTile, tile: true, blend: "overlay" }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}
