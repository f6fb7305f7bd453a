// The pictures as a set: all there, complete, whole to the edge, and the same on every machine.
import assert from "node:assert/strict";
import test from "node:test";
import sharp from "sharp";
import { catalogue } from "./catalogue.mjs";

const scenes = (
  "calanque beach citadel harbour village peaks river vineyard villa guest-house city-hotel resort spa camp residence restaurant " +
  "dish seminar ferry car taxi family-club bedroom bathroom breakfast"
).split(" ");

const pictures = await catalogue();

test("every scene of the sample hotels has three compositions, in the three lights", async () => {
  const stored = pictures.filter(({ format }) => format.stored).map(({ name }) => name);
  assert.deepEqual(stored.sort(), scenes.flatMap((scene) => [1, 2, 3].map((number) => `${scene}-${number}`)).sort());
  for (const scene of scenes) {
    const { compositions } = await import(`./scenes/${scene}.mjs`);
    assert.equal(new Set(compositions.map(({ palette }) => palette)).size, 3, scene);
    assert.equal(new Set(compositions.map(({ draw }) => draw)).size, 3, scene);
  }
});

test("every picture is sharp at two pixels to a point over half of a wide page", () => {
  for (const { name, format } of pictures) assert.ok(Math.max(...format.widths) >= 2 * 588, name);
});

test("a picture is drawn alike each time", () => {
  for (const { name, draw } of pictures) assert.equal(draw(), draw(), name);
});

test("no drawing holds a value that could not be computed", () => {
  for (const { name, draw } of pictures) assert.doesNotMatch(draw(), /NaN|undefined|Infinity|null/, name);
});

test("every drawing covers its sheet", async () => {
  for (const { name, draw } of pictures) {
    const sheet = await sharp(Buffer.from(draw()), { density: 24 }).ensureAlpha().stats();
    assert.ok(sheet.channels[3].min > 128, `${name} leaves a hole`);
  }
});
