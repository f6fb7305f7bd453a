#!/usr/bin/env node
// Runs the program for this machine with this script's arguments, terminal and signals, and ends with its exit code.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { programPath } from "./program.mjs";

function run() {
  const program = programPath(process.platform, process.arch, createRequire(import.meta.url).resolve);
  // Before the program starts: a signal in between would end this process alone.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal sends these two to the program as well, which a second one ends at once.
      const isFromTerminal = process.stdin.isTTY && signal !== "SIGTERM";
      if (!isFromTerminal) child.kill(signal);
    });
  }
  const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
  child.on("error", fail);
  child.on("exit", (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail(error) {
  console.error(`isula: ${error.message}`);
  process.exitCode = 1;
}

try {
  run();
} catch (error) {
  fail(error);
}
