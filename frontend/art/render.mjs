// Rasterises an SVG and overlays film grain.
import sharp from "sharp";
import { seededRandom } from "./lib/seeded-random.mjs";

const grainSize = 256;
const grainStrength = 5;

/** A tile of noise around middle grey; blended as an overlay, it becomes grain. */
const grainTile = (() => {
  const next = seededRandom(11);
  const pixels = Buffer.alloc(grainSize * grainSize);
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = 128 + Math.round((next() + next() + next() - 1.5) * grainStrength * 2);
  }
  return sharp(pixels, { raw: { width: grainSize, height: grainSize, channels: 1 } })
    .toColourspace("srgb")
    .png()
    .toBuffer();
})();

/** Returns a function that creates a `sharp` pipeline of the raw pixels, ready to be scaled and encoded. */
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
