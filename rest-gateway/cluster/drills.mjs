// What happens to the cluster while clients use it, and what they may notice of it.
import { execFileSync } from "node:child_process";
import { eventually, pause } from "./programs.mjs";
import { hasSynchronousStandby, isPrimary, killMember, primaryAndStandby, startMember, switchover } from "./postgres.mjs";
import { CLIENTS } from "./traffic.mjs";

/** How long a system is away, in milliseconds. */
const OUTAGE = 10_000;
/** From a promotion to the first write of a client, in milliseconds. */
const FIRST_WRITE = 2000;

/** Nothing fails but broadcasts on connections that close meanwhile: they are delivered at most once. */
const broadcasts = (count) => (kind) => (kind === "broadcast" ? count : 0);
/** What the lost process was answering, and its broadcasts. */
const inFlight = (kind) => (kind === "broadcast" ? 2 * CLIENTS : CLIENTS);
const uploadsAndDownloads = (kind) => (kind.endsWith("load") ? Infinity : 0);
/** Nothing is answered without a primary, and broadcasts go on. */
const withoutPrimary = (kind) => (kind === "broadcast" ? 0 : Infinity);

/**
 * Each drill has a name, how many requests of a kind may fail, and what it does, which may return a figure of its own.
 */
export function drills({ gateways, redis, s3, traffic }) {
  return [
    { name: "no fault", mayFail: broadcasts(0), run: () => pause(5000) },
    { name: "rolling restart of the gateways", mayFail: broadcasts(10 * CLIENTS), run: () => rollingRestart(gateways) },
    { name: "a gateway is killed", mayFail: inFlight, run: () => killAndStart(gateways[0]) },
    { name: "a gateway's storage service is killed", mayFail: inFlight, run: () => killService(gateways[1], "storage") },
    { name: "Redis is away for 10 s", mayFail: broadcasts(5 * CLIENTS), run: () => outage(redis) },
    { name: "S3 is away for 10 s", mayFail: uploadsAndDownloads, run: () => outage(s3) },
    { name: "planned switchover of Postgres", mayFail: withoutPrimary, run: () => plannedSwitchover(traffic) },
    { name: "the primary of Postgres is lost", mayFail: withoutPrimary, run: () => loseThePrimary(traffic) },
  ];
}

async function rollingRestart(gateways) {
  for (const gateway of gateways) {
    await gateway.stop();
    await gateway.start();
    // Longer than HAProxy needs to see it.
    await pause(2000);
  }
}

async function killAndStart(gateway) {
  await gateway.kill();
  await pause(2000);
  await gateway.start();
  await pause(2000);
}

async function killService(gateway, name) {
  const processes = execFileSync("pgrep", ["-P", String(gateway.child.pid), "-x", name], { encoding: "utf8" }).trim().split("\n");
  for (const pid of processes) process.kill(Number(pid), "SIGKILL");
  await pause(5000);
  await gateway.becomesReady();
}

async function outage(server) {
  server.child.kill("SIGKILL");
  await pause(OUTAGE);
  server.start();
  await pause(5000);
}

async function plannedSwitchover(traffic) {
  const [, standby] = await primaryAndStandby();
  const requested = switchover();
  const firstWrite = await writesAgainAfter(standby, traffic());
  await requested;
  await eventually("there is a synchronous standby again", hasSynchronousStandby);
  await pause(2000);
  return firstWrite;
}

async function loseThePrimary(traffic) {
  const [primary, standby] = await primaryAndStandby();
  await killMember(primary);
  const firstWrite = await writesAgainAfter(standby, traffic());
  startMember(primary);
  await eventually("there is a synchronous standby again", hasSynchronousStandby);
  await pause(2000);
  return firstWrite;
}

/** Waits for a promotion, and then for a write. Returns the time between them. */
async function writesAgainAfter(member, traffic) {
  await eventually(`${member.name} is the primary`, () => isPrimary(member));
  const promoted = performance.now();
  await eventually("a client has written", () => traffic.counts.write.lastSuccess > promoted);
  const firstWrite = Math.round(traffic.counts.write.lastSuccess - promoted);
  return { text: `first write ${firstWrite} ms after the promotion`, isWithinGoal: firstWrite < FIRST_WRITE };
}
