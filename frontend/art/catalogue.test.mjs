// Checks of all pictures: none is missing, drawings are deterministic and valid and cover their whole sheet.
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
  const expected = scenes.flatMap((scene) => [1, 2, 3].map((number) => `${scene}-${number}`));
  assert.equal(stored.length, expected.length);
  assert.deepEqual(new Set(stored), new Set(expected));
  for (const scene of scenes) {
    const { compositions } = await import(`./scenes/${scene}.mjs`);
    assert.equal(new Set(compositions.map(({ palette }) => palette)).size, 3, scene);
    assert.equal(new Set(compositions.map(({ draw }) => draw)).size, 3, scene);
  }
});

test("every picture is sharp at a device pixel ratio of 2 over half of a wide page", () => {
  for (const { name, format } of pictures) assert.ok(Math.max(...format.widths) >= 2 * 588, name);
});

test("drawing a picture twice gives the same SVG", () => {
  for (const { name, draw } of pictures) assert.equal(draw(), draw(), name);
});

test("no drawing contains NaN, undefined, Infinity or null", () => {
  for (const { name, draw } of pictures) assert.doesNotMatch(draw(), /NaN|undefined|Infinity|null/, name);
});

test("every drawing covers its whole sheet", async () => {
  for (const { name, draw } of pictures) {
    const sheet = await sharp(Buffer.from(draw()), { density: 24 }).ensureAlpha().stats();
    assert.ok(sheet.channels[3].min > 128, `${name} has a transparent hole`);
  }
});
