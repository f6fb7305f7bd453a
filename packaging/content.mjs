// Lays out the files that the packages have in common.
import { execFileSync } from "node:child_process";
import { copyFileSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./product.mjs";

/**
 * Copies programs into a folder.
 * @param {string[]} names
 * @param {string} from the folder with the compiled programs
 * @param {string} to
 */
export function copyPrograms(names, from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of names) {
    copyFileSync(join(from, name), join(to, name));
    chmodSync(join(to, name), 0o755);
  }
}

/** Copies the built site. */
export function copySite(to) {
  const site = join(root, "frontend/dist");
  if (!existsSync(join(site, "index.html"))) throw new Error(`there is no site in ${site}: \`just dist\` builds it`);
  cpSync(site, to, { recursive: true, dereference: true });
  execFileSync("chmod", ["-R", "u+rwX,go+rX,go-w", to]);
}

/**
 * Writes the default configuration, with other values for some of its keys, which may be commented out there.
 * @param {string} file
 * @param {Record<string, string | string[]>} values by key; each key occurs once in the file
 */
export function writeConfiguration(file, values) {
  let text = readFileSync(join(root, "packaging/config/isula.toml"), "utf8");
  for (const [key, value] of Object.entries(values)) {
    const line = new RegExp(`^(?:# )?${key} = .*$`, "gm");
    if (text.match(line)?.length !== 1) throw new Error(`packaging/config/isula.toml has no single line for ${key}`);
    text = text.replace(line, () => `${key} = ${Array.isArray(value) ? list(value) : JSON.stringify(value)}`);
  }
  write(file, text);
}

function list(values) {
  return `[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
}

/** Copies a file of the repository. */
export function copyFile(path, to) {
  write(to, readFileSync(join(root, path), "utf8"));
}

/** Writes a file, with the folders above it. */
export function write(file, text, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}
