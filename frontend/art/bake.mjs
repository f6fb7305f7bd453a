// Renders all pictures for the site and for the storage bucket:  node art/bake.mjs
// Skips a picture whose code and settings are unchanged and whose files exist.
import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { artFolder, catalogue } from "./catalogue.mjs";

const frontend = path.join(artFolder, "..");
const draftFolder = path.join(frontend, ".baked", "drafts");
const siteFolder = path.join(frontend, "public", "pictures");
const storageFolder = path.join(frontend, ".baked", "hotel-images");
const manifestFile = path.join(frontend, "src", "pictures", "manifest.gen.json");

const settings = {
  storedWidth: 1200,
  avif: { quality: 50, effort: 2 },
  webp: { quality: 74, effort: 3 },
  stored: { quality: 58, effort: 4 },
  /** Number of colours of the gradient placeholder. */
  placeholderStops: 4,
};

const digest = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 8);
};

/** Hash of the code and settings that all pictures share. */
async function sharedHash() {
  const lib = path.join(artFolder, "lib");
  const files = (await fs.readdir(lib)).toSorted().map((file) => path.join(lib, file));
  const sources = ["bake.mjs", "catalogue.mjs", "render.mjs"].map((file) => path.join(artFolder, file));
  return digest(...(await Promise.all([...files, ...sources].map((file) => fs.readFile(file)))));
}

/** `Picture` offers a card's widest variant as AVIF only. */
const typesAt = (width) => (width === 1200 ? ["avif"] : ["avif", "webp"]);

const siteFiles = ({ name, format }, hash) =>
  format.widths.flatMap((width) => typesAt(width).map((type) => ({ width, type, file: `${name}-${hash}-${width}.${type}` })));

async function readManifest() {
  try {
    return JSON.parse(await fs.readFile(manifestFile, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Writes to a temporary file and renames it: other processes never read a half-written file. */
async function writeAtomically(file, content) {
  const draft = path.join(draftFolder, `${process.pid}-${path.basename(file)}`);
  await fs.writeFile(draft, content);
  await fs.rename(draft, file);
}

const fileNames = async (folder) => new Set(await fs.readdir(folder));

async function bake(picture, hash) {
  const { render } = await import("./render.mjs");
  const { name, format } = picture;
  const largest = Math.max(...format.widths, format.stored ? settings.storedWidth : 0);
  const pixels = await render(picture.draw(), format, largest);
  for (const { width, type, file } of siteFiles(picture, hash)) {
    await writeAtomically(path.join(siteFolder, file), await pixels().resize(width)[type](settings[type]).toBuffer());
  }
  if (format.stored) {
    const stored = await pixels().resize(settings.storedWidth).webp(settings.stored).toBuffer();
    await writeAtomically(path.join(storageFolder, `${name}.webp`), stored);
  }
  return {
    width: format.width,
    height: format.height,
    widths: format.widths,
    placeholder: await placeholder(pixels()),
    hash,
  };
}

/** The colours of the picture's gradient placeholder from top to bottom: `rrggbb`, separated by spaces. */
async function placeholder(pixels) {
  const stops = settings.placeholderStops;
  const column = await pixels.resize(1, stops, { fit: "fill", kernel: "cubic" }).removeAlpha().raw().toBuffer();
  return Array.from({ length: stops }, (_, stop) => column.subarray(stop * 3, stop * 3 + 3).toString("hex")).join(" ");
}

async function removeStale(folder, kept) {
  for (const file of await fs.readdir(folder)) {
    if (!kept.has(file)) await fs.rm(path.join(folder, file), { force: true });
  }
}

async function inParallel(jobs, run) {
  const queue = [...jobs];
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) await run(job);
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
}

function progress(done, total, name) {
  const line = `pictures ${done}/${total} ${name}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line.padEnd(48)}${done === total ? "\n" : ""}`);
  else if (done === total || done % 10 === 0) console.log(line);
}

async function main() {
  for (const folder of [draftFolder, siteFolder, storageFolder, path.dirname(manifestFile)])
    await fs.mkdir(folder, { recursive: true });
  const [shared, before, pictures] = await Promise.all([sharedHash(), readManifest(), catalogue()]);
  const [inSite, inStorage] = await Promise.all([fileNames(siteFolder), fileNames(storageFolder)]);

  const hashes = new Map();
  const isFresh = (picture, hash) =>
    before[picture.name]?.hash === hash &&
    siteFiles(picture, hash).every(({ file }) => inSite.has(file)) &&
    (!picture.format.stored || inStorage.has(`${picture.name}.webp`));
  const stale = [];
  for (const picture of pictures) {
    const hash = digest(shared, await fs.readFile(picture.sceneFile), picture.name);
    hashes.set(picture.name, hash);
    if (!isFresh(picture, hash)) stale.push(picture);
  }

  const baked = new Map();
  await inParallel(stale, async (picture) => {
    baked.set(picture.name, await bake(picture, hashes.get(picture.name)));
    progress(baked.size, stale.length, picture.name);
  });

  const manifest = Object.fromEntries(pictures.map(({ name }) => [name, baked.get(name) ?? before[name]]));
  await removeStale(
    siteFolder,
    new Set(pictures.flatMap((picture) => siteFiles(picture, hashes.get(picture.name)).map(({ file }) => file))),
  );
  await removeStale(storageFolder, new Set(pictures.filter(({ format }) => format.stored).map(({ name }) => `${name}.webp`)));
  await writeAtomically(manifestFile, JSON.stringify(manifest, null, 1) + "\n");
  console.log(`pictures: ${pictures.length} up to date, ${stale.length} rendered`);
}

await main();
