// Archives whose bytes depend on the content of the files alone: sorted, without users, with one time for all files.
import { execFileSync } from "node:child_process";
import { sourceDate } from "./product.mjs";

/**
 * Writes the entries of a folder to a tar file, compressed by its ending (`.gz`, `.zst`) or not at all.
 * @param {string} folder
 * @param {string[]} entries names in the folder
 * @param {string} file
 */
export function archive(folder, entries, file) {
  const options = ["--sort=name", "--format=gnu", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${sourceDate}`];
  const compressor = compressors.find(({ ending }) => file.endsWith(ending));
  if (compressor) options.push(`--use-compress-program=${compressor.command}`);
  execFileSync("tar", [...options, "--create", "--file", file, "--directory", folder, ...entries]);
}

const compressors = [
  { ending: ".gz", command: "gzip -9 --no-name" },
  // The programs share much code: a window over several of them makes the archive half as large. Every reader of zstd
  // accepts 32 MiB.
  { ending: ".zst", command: "zstd -12 --long=25 --threads=1 --quiet" },
];
