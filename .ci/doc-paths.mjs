// Checks that the files and folders that the documentation names exist.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const files = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).split("\n").filter(Boolean);
const topLevel = /^(?:\.ci|auth|crates|docs|frontend|functions|mail-catcher|packaging|realtime|rest-gateway|schema|storage)\/(?!v1\b)[\w./-]+$/;
// Written by a build or a stack.
const made = /^frontend\/(?:dist|shots|\.baked)\b/;
const missing = [];
for (const file of files) {
  const text = readFileSync(file, "utf8");
  const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path).filter((path) => topLevel.test(path) && !made.test(path));
  const linked = [...text.matchAll(/\]\(([^)#\s]+)\)/g)].map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target));
  for (const path of named) if (!existsSync(path)) missing.push(`${file} names ${path}`);
  for (const target of linked) if (!existsSync(join(dirname(file), target))) missing.push(`${file} links to ${target}`);
}
for (const line of missing) console.error(`${line}, which is not there`);
if (missing.length === 0) console.log(`the files that ${files.length} documents name are there`);
process.exit(missing.length === 0 ? 0 : 1);
