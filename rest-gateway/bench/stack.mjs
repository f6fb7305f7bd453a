// Starts a release stack for a measurement, on a temporary folder and a free port.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const gateway = join(root, "target/release/rest-gateway");

/** Starts the stack, with further variables in its environment, and waits until `status` succeeds. */
export async function startStack(variables = {}) {
  const data = mkdtempSync(join(tmpdir(), "isula-bench-"));
  const env = { ...process.env, ...variables };
  const child = spawn(gateway, ["up", "--data", data, "--port", "0"], { cwd: root, stdio: "ignore", env });
  const ended = new Promise((done) => child.on("exit", done));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const since = Date.now();
  for (;;) {
    const status = spawnSync(gateway, ["status", "--data", data, "-o", "json"], { encoding: "utf8" });
    if (status.status === 0) return { data, pid: child.pid, keys: JSON.parse(status.stdout), stop };
    if (child.exitCode !== null || Date.now() - since > 60_000) {
      await stop();
      throw new Error("the stack did not come up within a minute");
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}
