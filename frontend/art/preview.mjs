// Renders scenes into a contact sheet, three compositions per row:  node art/preview.mjs beach villa
// Writes .baked/preview.png.
import fs from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { artFolder, catalogue } from "./catalogue.mjs";
import { render } from "./render.mjs";

const tile = Number(process.env.TILE ?? 640);
const gap = 8;

const pictures = await catalogue(process.argv.slice(2));
const tiles = await Promise.all(
  pictures.map(async ({ draw, format }) =>
    (await render(draw(), format, tile * 2))()
      .resize(tile, Math.round(tile / 1.5))
      .png()
      .toBuffer(),
  ),
);
const rows = Math.ceil(tiles.length / 3);
const cell = { width: tile + gap, height: Math.round(tile / 1.5) + gap };

const output = path.join(artFolder, "..", ".baked", process.env.SHEET ?? "preview.png");
await fs.mkdir(path.dirname(output), { recursive: true });
await sharp({
  create: { width: cell.width * Math.min(3, tiles.length), height: cell.height * rows, channels: 3, background: "#ffffff" },
})
  .composite(tiles.map((input, i) => ({ input, left: (i % 3) * cell.width, top: Math.floor(i / 3) * cell.height })))
  .png()
  .toFile(output);
console.log(output);
