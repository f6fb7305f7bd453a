// A second run makes the same files.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../product.mjs";
import { dist } from "./stack.mjs";

test("two runs make the same bytes", (t) => {
  const output = mkdtempSync(join(tmpdir(), "isula-again-"));
  t.after(() => rmSync(output, { recursive: true }));
  execFileSync("node", ["packaging/dist.mjs", "--output", output], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const sums = (folder) => readFileSync(join(folder, "SHA256SUMS"), "utf8");
  assert.equal(sums(output), sums(dist));
});
