// The line that is printed for each drill.
import { resident } from "../bench/processes.mjs";
import { sql } from "./postgres.mjs";
import { OBJECTS } from "./traffic.mjs";

/**
 * Prints how many requests of each kind succeeded, which failed, and the longest time without a success. Returns whether no
 * acknowledged write is lost, no connected client has missed a change unless it may, and no more requests failed than may.
 */
export function report({ name, mayFail, maySkipChanges = false }, traffic, gateways, result) {
  const { counts } = traffic;
  const lost = lostRows(traffic) + lostObjects(traffic);
  const skipped = traffic.skippedChanges();
  const kinds = Object.entries(counts).map(([kind, { ok, failures, longestGap }]) => {
    const errors = Object.entries(failures).map(([error, count]) => `${count} × ${error}`);
    return `${kind} ${ok}${errors.length ? ` (${errors.join(", ")})` : ""}, ${Math.round(longestGap)} ms`;
  });
  const tooMany = Object.entries(counts).some(([kind, { failed }]) => failed > mayFail(kind));
  const memory = gateways.map(({ child }) => Math.round(resident(child.pid))).join("/");
  const isRight = lost === 0 && !tooMany && (skipped === 0 || maySkipChanges) && result?.isWithinGoal !== false;
  const changes = `${traffic.missingChanges()} changes told to no client, ${skipped} that a connected client missed`;
  const stalls = Object.entries(traffic.stalls).map(([wait, samples]) => `${samples} × ${wait}`);
  const waits = stalls.length ? [`while writes stalled, Postgres waited for ${stalls.join(", ")}`] : [];
  console.log(`${isRight ? "ok    " : "FAILED"} ${name}: ${[...kinds, `${lost} writes lost`, changes, ...waits, `gateways ${memory} MB`, ...(result ? [result.text] : [])].join("; ")}`);
  return isRight;
}

function lostRows({ written }) {
  return written.length - Number(sql(`select count(*) from public.drill where id = any('{${written}}')`));
}

function lostObjects({ uploads }) {
  return uploads.length - Number(sql(`select count(*) from storage.objects where bucket_id = '${OBJECTS}' and name = any('{${uploads}}')`));
}
