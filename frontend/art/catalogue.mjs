// The list of all pictures: one for each composition of each scene.
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { canvas } from "./lib/canvas.mjs";

export const artFolder = path.dirname(fileURLToPath(import.meta.url));
const scenesFolder = path.join(artFolder, "scenes");

/** 1200 px is for cards over half of a wide page; `Picture` does not offer it to phones. */
const cardFormat = { width: 1500, height: 1000, widths: [480, 800, 1200], stored: true };
const coverFormat = { ...cardFormat, widths: [480, 800, 1600] };

/** Pictures that also open a page, over half of its width or all of it. */
const covers = new Set(
  (
    "beach-2 beach-3 calanque-3 camp-2 car-1 car-2 citadel-1 city-hotel-3 guest-house-1 guest-house-2 peaks-1 residence-2 resort-1 " +
    "resort-2 restaurant-2 river-2 spa-2 taxi-1 villa-2 village-3 vineyard-1 vineyard-2"
  ).split(" "),
);

/**
 * All pictures as `{ name, sceneFile, format, draw }`, ordered by scene; `draw()` returns the SVG. `only` selects
 * scenes by name.
 */
export async function catalogue(only = []) {
  const files = (await fs.readdir(scenesFolder)).filter((file) => file.endsWith(".mjs")).toSorted();
  const wanted = files.filter((file) => only.length === 0 || only.includes(path.basename(file, ".mjs")));
  const pictures = [];
  for (const file of wanted) {
    const sceneFile = path.join(scenesFolder, file);
    const { compositions, format: ownFormat } = await import(pathToFileURL(sceneFile).href);
    const scene = path.basename(file, ".mjs");
    compositions.forEach((composition, i) => {
      const name = compositions.length === 1 ? scene : `${scene}-${i + 1}`;
      const format = ownFormat ?? (covers.has(name) ? coverFormat : cardFormat);
      pictures.push({ name, sceneFile, format, draw: () => drawSvg(composition, format) });
    });
  }
  return pictures;
}

function drawSvg({ seed, palette, light, draw }, { width, height }) {
  const sheet = canvas({ seed, palette, light, width, height });
  return sheet.finish(draw(sheet));
}
