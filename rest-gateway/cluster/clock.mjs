// A clock that a drill can set, for one process: libfaketime between it and the C library.
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./programs.mjs";

const LIBRARIES = ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`);
const file = join(folder, "clock");

/** The variables of a process whose clock `setClock` sets. Time that has passed is measured as before. */
export function clockVariables() {
  setClock("+0");
  return {
    LD_PRELOAD: LIBRARIES.find(existsSync),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
}

/** `offset`: such as `+1h`, from the machine's clock. */
export function setClock(offset) {
  writeFileSync(`${file}.new`, `${offset}\n`);
  renameSync(`${file}.new`, file);
}
