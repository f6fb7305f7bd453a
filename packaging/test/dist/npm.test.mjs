// `npx isula up` as on a fresh machine: no Postgres, no compiler, an empty home, empty caches, not root.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { version } from "../../product.mjs";
import { registry } from "./registry.mjs";
import { dist, freePort, untilOk } from "./stack.mjs";

const user = 1000;

test("npx isula up starts a stack", async (t) => {
  const own = await registry([join(dist, `isula-linux-${process.arch}-${version}.tgz`)]);
  // In the sandbox, whose user is this process's, it belongs to that user.
  const home = mkdtempSync(join(tmpdir(), "isula-npx-"));
  t.after(() => {
    own.close();
    rmSync(home, { recursive: true, force: true });
  });
  const port = await freePort();
  // The machine without its Postgres, and with that home alone.
  const sandbox = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-pid", "--die-with-parent"];
  for (const folder of ["/tmp", "/root", "/usr/lib/postgresql"]) sandbox.push("--tmpfs", folder);
  sandbox.push("--bind", home, "/home", "--ro-bind", dist, "/mnt", "--chdir", "/home", "--unshare-user");
  sandbox.push("--uid", String(user), "--gid", String(user), "--clearenv", "--setenv", "HOME", "/home");
  sandbox.push("--setenv", "PATH", `${dirname(process.execPath)}:/usr/bin:/bin`, ...wayToRegistry());
  // The scope of the programs; everything else is from the configured registry.
  const general = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" });
  const scope = `@isula:registry=http://127.0.0.1:${own.address().port}/`;
  writeFileSync(join(home, ".npmrc"), `${scope}\nregistry=${general}`);
  const command = ["npx", "--yes", `--package=/mnt/isula-${version}.tgz`, "isula", "up", "--port", String(port)];
  const started = performance.now();
  const stack = spawn("bwrap", [...sandbox, "--", ...command], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(stack, "exit");
  stack.stdout.resume();
  try {
    // Answers when Postgres does, because it reads the accounts there.
    const health = await untilOk(port, "/auth/v1/health", 120);
    t.diagnostic(`answered after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    assert.equal((await health.json()).name, "GoTrue");
  } finally {
    stack.kill();
    await exit;
  }
});

/** The machine's proxy, and the certificate authority that it may need, as options of the sandbox. */
function wayToRegistry() {
  const names = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
  const options = [...names, "NODE_EXTRA_CA_CERTS"].filter((name) => process.env[name]).flatMap((name) => ["--setenv", name, process.env[name]]);
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  // It may be in a folder that the sandbox hides.
  return authority ? [...options, "--ro-bind", authority, authority] : options;
}
