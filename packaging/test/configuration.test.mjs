// The default configuration and the manifests agree with the programs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { functionPrograms, root } from "../product.mjs";

const read = (path) => readFileSync(join(root, "packaging", path), "utf8");

test("the configuration declares each function that is shipped", () => {
  const declared = [...read("config/isula.toml").matchAll(/^\[functions\.([\w-]+)\]$/gm)].map(([, name]) => name);
  assert.deepEqual(declared.sort(), functionPrograms);
});

test("the file of secrets lists exactly the variables of the configuration", () => {
  const used = [...read("config/isula.toml").matchAll(/^(?!#).*"env\((\w+)\)"/gm)].map(([, name]) => name);
  const listed = [...read("config/isula.env").matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
  assert.deepEqual(listed.sort(), [...new Set(used)].sort());
});

test("each kind of supervisor waits for longer than running requests may take", () => {
  const seconds = {
    systemd: /^TimeoutStopSec=(\d+)$/m.exec(read("systemd/isula.service")),
    Kubernetes: /terminationGracePeriodSeconds: (\d+)/.exec(read("kubernetes/deployment.yaml")),
    compose: /stop_grace_period: (\d+)s/.exec(read("compose.yaml")),
  };
  const api = readFileSync(join(root, "supabase-compat.toml"), "utf8");
  const longest = Number(/shutdown_timeout = (\d+)/.exec(api)[1]) + Number(/shutdown_delay = (\d+)/.exec(api)[1]);
  for (const [name, found] of Object.entries(seconds)) assert.ok(Number(found[1]) > longest, name);
});
