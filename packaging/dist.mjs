// Makes everything that is shipped for one platform: `node packaging/dist.mjs [--platform x64] [--programs DIR]`. The
// files are in target/dist, with their SHA-256 sums. Two runs on the same commit write the same bytes.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { debianPackage } from "./debian.mjs";
import { manifests } from "./kubernetes.mjs";
import { launcherPackage, platformPackage } from "./npm.mjs";
import { image } from "./oci.mjs";
import { platforms, root } from "./product.mjs";
import { tarball } from "./tarball.mjs";

const { values } = parseArgs({
  options: {
    platform: { type: "string", default: process.arch },
    programs: { type: "string" },
    output: { type: "string", default: join(root, "target/dist") },
  },
});
const { platform, output } = values;
if (!(platform in platforms)) throw new Error(`--platform is one of ${Object.keys(platforms).join(", ")}`);
const programs = values.programs ?? join(root, "target", platforms[platform].triple, "release");

process.umask(0o022);
mkdirSync(output, { recursive: true });
for (const make of [tarball, debianPackage, image, manifests, platformPackage, launcherPackage]) {
  const work = mkdtempSync(join(output, ".work-"));
  try {
    console.log(make({ platform, programs, work, output }));
  } finally {
    rmSync(work, { recursive: true });
  }
}
writeFileSync(join(output, "SHA256SUMS"), sums(output));

/** One line for each shipped file of a folder, as `sha256sum --check` reads them. */
function sums(folder) {
  const files = readdirSync(folder).filter((name) => !name.startsWith(".") && name !== "SHA256SUMS");
  const line = (name) => `${createHash("sha256").update(readFileSync(join(folder, name))).digest("hex")}  ${name}\n`;
  return files.sort().map(line).join("");
}
