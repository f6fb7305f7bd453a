// The transforms of `storage.mjs`, next to libvips' `vipsthumbnail` on the same core.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "./figures.mjs";
import { root } from "./stack.mjs";
import { BUCKET, authorization, load, startStorage, storage } from "./storage-servers.mjs";

const PHOTO = { width: 4000, height: 3000 };
/** As a photo has at most 24 new variants for a client in a while, clients have photos of their own. */
const WIDTHS = [797, 798, 799, 800, 801, 802, 803, 804];
const WARM_UP_WIDTH = 700;
const CLIENTS = [
  { clients: 1, widths: WIDTHS },
  { clients: 32, widths: WIDTHS.slice(0, 2) },
];

/** A photo of 12 megapixels, made 800 pixels wide. Each request wants another width, so that none was rendered before. */
export async function transforms(folder) {
  if (spawnSync("vipsthumbnail", ["--version"]).error) {
    console.log("transforms are left out: vipsthumbnail is not installed (sudo apt-get install -y libvips-tools)");
    return;
  }
  const photo = makePhoto(folder);
  const bytes = readFileSync(photo);
  const pinned = await startStorage({ launcher: ["taskset", "-c", "0"] });
  for (const { clients, widths } of CLIENTS) {
    const names = Array.from({ length: clients }, (_, client) => `photo-${clients}-${client}.jpg`);
    for (const name of names) await store(name, bytes);
    // The first request of a service also connects to Postgres and S3.
    await load(pinned.port, [[render(names[0], WARM_UP_WIDTH)]]);
    const vips = vipsMilliseconds(photo, folder, clients * widths.length);
    const ours = await load(pinned.port, names.map((name) => widths.map((width) => render(name, width))));
    check(`transform of 12 megapixels, ${clients === 1 ? "1 client" : `${clients} clients`}`, (ours.seconds * 1000) / ours.requests, "ms each, as vipsthumbnail", Number(vips.toFixed(1)));
  }
}

function render(name, width) {
  return { method: "GET", path: `/render/image/authenticated/${BUCKET}/${name}?width=${width}&quality=80`, headers: authorization };
}

/** A photo with the noise of a camera. */
function makePhoto(folder) {
  const files = Object.fromEntries(["plain.v", "noise.v", "grainy.v", "photo.jpg"].map((name) => [name, join(folder, name)]));
  run("vipsthumbnail", join(root, "docs/images/home.webp"), "--size", `${PHOTO.width}x${PHOTO.height}!`, "-o", files["plain.v"]);
  run("vips", "gaussnoise", files["noise.v"], String(PHOTO.width), String(PHOTO.height), "--sigma", "6", "--mean", "0");
  run("vips", "add", files["plain.v"], files["noise.v"], files["grainy.v"]);
  run("vips", "cast", files["grainy.v"], `${files["photo.jpg"]}[Q=90]`, "uchar");
  return files["photo.jpg"];
}

async function store(name, body) {
  const stored = await fetch(`http://127.0.0.1:${storage.port}/object/${BUCKET}/${name}`, { method: "POST", headers: { ...authorization, "Content-Type": "image/jpeg" }, body });
  if (!stored.ok) throw new Error(`photo: ${stored.status} ${await stored.text()}`);
}

/** The time of one thumbnail. One process makes several, so that its start counts little. */
function vipsMilliseconds(photo, folder, count) {
  const output = join(folder, "thumbnail.jpg");
  const began = performance.now();
  run("taskset", "-c", "0", "env", "VIPS_CONCURRENCY=1", "vipsthumbnail", ...Array(count).fill(photo), "--size", "800x", "-o", `${output}[Q=80]`);
  return (performance.now() - began) / count;
}

function run(program, ...options) {
  const { status, stderr, error } = spawnSync(program, options, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program}: ${stderr || error}`);
}
