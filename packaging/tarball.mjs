// The tarball: everything below one folder, which works where it is unpacked.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { archive } from "./archive.mjs";
import { copyFile, copyPrograms, copySite, writeConfiguration } from "./content.mjs";
import { functionPrograms, stackPrograms, version } from "./product.mjs";

/**
 * @param {{platform: string, programs: string, work: string, output: string}} build the platform, the folder with the
 * compiled programs, an empty folder for temporary files, and the folder of the result
 * @returns {string} the file's name
 */
export function tarball({ platform, programs, work, output }) {
  const name = `isula-${version}-linux-${platform}`;
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  copyPrograms([...stackPrograms, ...functionPrograms], programs, join(folder, "bin"));
  copySite(join(folder, "site"));
  writeConfiguration(join(folder, "etc/isula.toml"), { dist: "../site" });
  copyFile("packaging/config/isula.env", join(folder, "etc/isula.env.example"));
  copyFile("packaging/systemd/isula.service", join(folder, "systemd/isula.service"));
  for (const document of ["LICENSE", "docs/operations.md", "supabase-compat.toml"]) {
    copyFile(document, join(folder, document.split("/").pop()));
  }
  archive(work, [name], join(output, `${name}.tar.gz`));
  return `${name}.tar.gz`;
}
