// Which pictures exist: one per composition of each scene, and the heroes.
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { canvas } from "./lib/canvas.mjs";

export const artFolder = path.dirname(fileURLToPath(import.meta.url));
const scenesFolder = path.join(artFolder, "scenes");

const cardFormat = { width: 1500, height: 1000, widths: [480, 800], stored: true };

/** Every picture as { name, scene, format, draw() -> SVG }, in the order of their names. */
export async function catalogue(only = []) {
  const files = (await fs.readdir(scenesFolder)).filter((file) => file.endsWith(".mjs")).sort();
  const wanted = files.filter((file) => only.length === 0 || only.includes(path.basename(file, ".mjs")));
  const pictures = [];
  for (const file of wanted) {
    const sceneFile = path.join(scenesFolder, file);
    const { compositions, format = cardFormat } = await import(pathToFileURL(sceneFile).href);
    const scene = path.basename(file, ".mjs");
    compositions.forEach((composition, i) => {
      const name = compositions.length === 1 ? scene : `${scene}-${i + 1}`;
      pictures.push({ name, sceneFile, format, draw: () => drawn(composition, format) });
    });
  }
  return pictures;
}

function drawn({ seed, palette, light, draw }, { width, height }) {
  const sheet = canvas({ seed, palette, light, width, height });
  return sheet.finish(draw(sheet));
}
