// What is shipped: the programs, the version, and the platforms.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

/** The root of the repository. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The programs of a stack, for any project. */
export const stackPrograms = ["auth", "mail-catcher", "realtime", "rest-gateway", "storage"];

/** The functions of the product, which are programs beside `rest-gateway`. */
export const functionPrograms = readdirSync(join(root, "functions"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => entry.name)
  .sort();

/** The version of the workspace, of the form that npm and Debian accept. */
export const version = /^version = "(\d+\.\d+\.\d+)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))[1];

/** By npm's name: Rust's target, and the architecture's names for Debian, OCI and Node.js. */
export const platforms = {
  x64: { triple: "x86_64-unknown-linux-musl", debian: "amd64", oci: "amd64" },
  arm64: { triple: "aarch64-unknown-linux-musl", debian: "arm64", oci: "arm64" },
};

/** The time of every shipped file, in seconds: that of the commit, so that two builds of it are the same. */
export const sourceDate = Number(
  process.env.SOURCE_DATE_EPOCH ?? execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" }),
);
