// The Debian package. It starts nothing: the unit waits for its file of secrets, and is not enabled.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { copyFile, copyPrograms, copySite, write, writeConfiguration } from "./content.mjs";
import { functionPrograms, platforms, root, sourceDate, stackPrograms, version } from "./product.mjs";

const documents = ["LICENSE", "docs/operations.md", "packaging/config/isula.env", "supabase-compat.toml"];
const scripts = ["postinst", "prerm", "postrm"];

/**
 * @param {{platform: string, programs: string, work: string, output: string}} build as for the tarball
 * @returns {string} the file's name
 */
export function debianPackage({ platform, programs, work, output }) {
  const architecture = platforms[platform].debian;
  const folder = join(work, "debian");
  copyPrograms([...stackPrograms, ...functionPrograms], programs, join(folder, "usr/lib/isula"));
  mkdirSync(join(folder, "usr/bin"), { recursive: true });
  symlinkSync("../lib/isula/rest-gateway", join(folder, "usr/bin/isula"));
  copySite(join(folder, "usr/share/isula/site"));
  writeConfiguration(join(folder, "etc/isula/isula.toml"), {});
  copyFile("packaging/systemd/isula.service", join(folder, "lib/systemd/system/isula.service"));
  for (const path of documents) {
    const name = path.split("/").pop();
    copyFile(path, join(folder, "usr/share/doc/isula", name === "LICENSE" ? "copyright" : name));
  }
  const template = readFileSync(join(root, "packaging/debian/control"), "utf8");
  const values = { VERSION: version, ARCHITECTURE: architecture, SIZE: String(installedSize(folder)) };
  write(join(folder, "DEBIAN/control"), template.replace(/@(\w+)@/g, (_, name) => values[name]));
  write(join(folder, "DEBIAN/conffiles"), "/etc/isula/isula.toml\n");
  for (const script of scripts) {
    write(join(folder, "DEBIAN", script), readFileSync(join(root, "packaging/debian", script), "utf8"), 0o755);
  }
  const name = `isula_${version}_${architecture}.deb`;
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zzstd", "-z12", "--build", folder, join(output, name)], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(sourceDate) },
  });
  return name;
}

/** The size of all files in KiB, each rounded up, as Debian counts it. */
function installedSize(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const sizes = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return installedSize(path) + 1;
    return entry.isFile() ? Math.ceil(statSync(path).size / 1024) : 1;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
