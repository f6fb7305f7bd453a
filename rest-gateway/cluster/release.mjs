// The programs of one version: an unpacked tarball of `just dist`, or a folder of programs, which get this checkout's
// configuration and site.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "../bench/stack.mjs";

export class Release {
  /** `name` is part of the names of files. */
  constructor(name, path) {
    const folder = resolve(path);
    const isTarball = existsSync(join(folder, "bin/rest-gateway"));
    this.name = name;
    this.programs = isTarball ? join(folder, "bin") : folder;
    this.configuration = isTarball ? join(folder, "etc/isula.toml") : join(root, "packaging/config/isula.toml");
    this.site = isTarball ? join(folder, "site") : join(root, "frontend/dist");
    if (!existsSync(this.program("rest-gateway"))) throw new Error(`there is no rest-gateway in ${folder}`);
  }

  /** What `just build` has made. */
  static built() {
    return new Release("built", join(root, "target/release"));
  }

  program(name) {
    return join(this.programs, name);
  }
}
