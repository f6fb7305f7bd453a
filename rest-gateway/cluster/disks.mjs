// Disks of single servers, which a drill can fill: file systems in files, which only root can mount.
import { execFileSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { join } from "node:path";
import { folder, isRoot, ownByPostgres, postgresFolder } from "./programs.mjs";

const MEGABYTES = 1024;
const disks = [];

// After the servers have ended, and before the folder is removed.
process.prependOnceListener("exit", () => {
  for (const path of disks) execFileSync("umount", ["--lazy", path]);
});

/** Whether the folders of `diskFolder` are disks of their own. */
export const hasDisks = isRoot;

/** A folder of the user of Postgres on a disk of its own. */
export function diskFolder(name) {
  const path = postgresFolder(name);
  if (!hasDisks) return path;
  const image = join(folder, `${name}.img`);
  execFileSync("truncate", ["--size", `${MEGABYTES}M`, image]);
  execFileSync("mkfs.ext4", ["-q", "-m", "0", image]);
  execFileSync("mount", ["-o", "loop", image, path]);
  disks.push(path);
  execFileSync("rmdir", [join(path, "lost+found")]);
  ownByPostgres(path);
  return path;
}

const ballast = (name, part) => join(folder, name, `ballast${part}`);

/** Leaves no free block. */
export function fillDisk(name) {
  const { bavail, bsize } = statfsSync(join(folder, name));
  const allocate = (part, size) => execFileSync("fallocate", ["--length", String(size), ballast(name, part)], { stdio: "ignore" });
  allocate(0, Math.max(bavail * bsize - (8 << 20), bsize));
  for (let part = 1, size = 1 << 20; size >= bsize; part++) {
    try {
      allocate(part, size);
    } catch {
      size /= 4;
    }
  }
}

/** Removes what `fillDisk` has added. */
export function emptyDisk(name) {
  execFileSync("find", [join(folder, name), "-maxdepth", "1", "-name", "ballast*", "-delete"]);
}
