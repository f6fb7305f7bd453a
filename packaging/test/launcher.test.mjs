// The launcher of the npm package, with a program that is a shell script.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { programPath } from "../npm/isula/program.mjs";

const folder = mkdtempSync(join(tmpdir(), "isula-launcher-"));
after(() => rmSync(folder, { recursive: true }));

/** Installs the launcher with this script as its program, and starts it. */
function launch(script, ...options) {
  const root = mkdtempSync(join(folder, "project-"));
  const launcher = join(root, "node_modules/isula");
  mkdirSync(launcher, { recursive: true });
  for (const file of ["launcher.mjs", "program.mjs"]) {
    copyFileSync(new URL(`../npm/isula/${file}`, import.meta.url), join(launcher, file));
  }
  const bin = join(root, `node_modules/@isula/linux-${process.arch}/bin`);
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "rest-gateway"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return spawn(process.execPath, [join(launcher, "launcher.mjs"), ...options], { stdio: ["ignore", "pipe", "pipe"] });
}

test("passes the arguments, the output and the exit code on", async () => {
  const child = launch('printf "%s|" "$@"; exit 7', "gen", "types", "--schema", "a b");
  const exit = once(child, "exit");
  assert.equal((await child.stdout.toArray()).join(""), "gen|types|--schema|a b|");
  assert.deepEqual(await exit, [7, null]);
});

test("passes a signal on, and waits for the program to end", async () => {
  const child = launch('trap "echo stopped; exit 0" TERM; echo started; for i in $(seq 600); do sleep 0.05; done');
  const exit = once(child, "exit");
  let output = "";
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output === "started\n") child.kill("SIGTERM");
  }
  assert.equal(output, "started\nstopped\n");
  assert.deepEqual(await exit, [0, null]);
});

test("ends by the signal that ended the program", async () => {
  assert.deepEqual(await once(launch("kill -KILL $$"), "exit"), [null, "SIGKILL"]);
});

test("says what to do on a machine without a program", () => {
  const missing = () => {
    throw new Error("not found");
  };
  assert.throws(() => programPath("linux", "arm64", missing), /npm install @isula\/linux-arm64/);
  assert.throws(() => programPath("darwin", "arm64", missing), /no programs for darwin-arm64, only for linux-x64/);
});
