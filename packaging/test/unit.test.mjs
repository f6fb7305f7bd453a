// The unit of systemd, as `systemd-analyze` rates it.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const unit = fileURLToPath(new URL("../systemd/isula.service", import.meta.url));
const analyze = spawnSync("systemd-analyze", ["--version"], { encoding: "utf8" });

test("the exposure of the unit is below 2 of 10", { skip: analyze.error ? "needs systemd-analyze" : false }, () => {
  const rating = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", unit], { encoding: "utf8" });
  const exposure = /Overall exposure level for isula\.service: ([\d.]+) /.exec(rating);
  assert.ok(Number(exposure[1]) < 2, exposure[0]);
});
