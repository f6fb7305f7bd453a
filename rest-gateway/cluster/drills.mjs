// What happens to the cluster while clients use it, and what they may notice of it.
import { execFileSync } from "node:child_process";
import { clockVariables, setClock } from "./clock.mjs";
import { emptyDisk, fillDisk, hasDisks } from "./disks.mjs";
import { SECRET_KEY } from "./gateways.mjs";
import { eventually, pause } from "./programs.mjs";
import { hasSynchronousStandby, isPrimary, killMember, primaryAndStandby, sql, startMember, switchover } from "./postgres.mjs";
import { CLIENTS, exchange } from "./traffic.mjs";

/** How long a system is away, in milliseconds. */
const OUTAGE = 10_000;
/** From a promotion to the first write of a client, in milliseconds. */
const FIRST_WRITE = 2000;

/** Nothing fails but broadcasts on connections that close meanwhile: they are delivered at most once. */
const broadcasts = (count) => (kind) => (kind === "broadcast" ? count : 0);
/** What the lost process was answering, and its broadcasts. */
const inFlight = (kind) => (kind === "broadcast" ? 2 * CLIENTS : CLIENTS);
const uploadsAndDownloads = (kind) => (kind.endsWith("load") ? Infinity : 0);
/** Without a primary, reads that a replica answers and broadcasts go on. What the primary was answering is lost. */
const withoutPrimary = (kind) => ({ broadcast: 0, read: CLIENTS, "read own": CLIENTS })[kind] ?? Infinity;
/** Writes fail while the pooler is away. Reads go to the servers of Postgres themselves. */
const withoutPooler = (kind) => (kind === "write" ? 20 * CLIENTS : 0);

/**
 * Each drill has a name, how many requests of a kind may fail, whether connected clients may miss changes of tables (Redis
 * stores none, and a standby before Postgres 17 has no copy of the slot), and what it does, which may return a figure of its
 * own.
 */
export function drills({ gateways, pooler, redis, s3, port, traffic }) {
  return [
    { name: "no fault", mayFail: broadcasts(0), run: () => pause(5000) },
    { name: "rolling restart of the gateways", mayFail: broadcasts(10 * CLIENTS), run: () => rollingRestart(gateways) },
    { name: "a gateway is killed", mayFail: inFlight, run: () => killAndStart(gateways[0]) },
    { name: "a gateway's storage service is killed", mayFail: inFlight, run: () => killService(gateways[1], "storage") },
    { name: "Redis is away for 10 s", mayFail: broadcasts(5 * CLIENTS), maySkipChanges: true, run: () => outage(redis) },
    { name: "S3 is away for 10 s", mayFail: uploadsAndDownloads, run: () => outage(s3) },
    { name: "PgBouncer restarts", mayFail: withoutPooler, run: () => restart(pooler) },
    { name: "the replica lags", mayFail: broadcasts(0), run: () => lag(port) },
    { name: "the clock of a gateway jumps", mayFail: broadcasts(10 * CLIENTS), run: () => clockJump(gateways[1]) },
    ...(hasDisks ? [{ name: "the disk of the primary is full", mayFail: withoutPrimary, maySkipChanges: true, run: () => fullDisk(traffic, port) }] : []),
    { name: "planned switchover of Postgres", mayFail: withoutPrimary, maySkipChanges: true, run: () => plannedSwitchover(traffic) },
    { name: "the primary of Postgres is lost", mayFail: withoutPrimary, maySkipChanges: true, run: () => loseThePrimary(traffic) },
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

async function restart(server) {
  server.child.kill("SIGTERM");
  await server.child.ended;
  server.start();
  await pause(5000);
}

/** Reads are right all the time, which the clients check; a replica that lags is left out, and taken back. */
async function lag(port) {
  const [, standby] = await primaryAndStandby();
  const headers = { apikey: SECRET_KEY };
  const isRead = async () => {
    const reads = Array.from({ length: 20 }, () => exchange(port, { method: "GET", path: "/rest/v1/rpc/is_replica", headers }));
    return (await Promise.all(reads)).some(({ text }) => text === "true");
  };
  await eventually("the replica answers reads", isRead);
  // Stopped by a signal, because Patroni resumes a replay that is paused and undoes a delay.
  const replay = Number(sql("select pid from pg_stat_activity where backend_type = 'startup'", standby));
  process.kill(replay, "SIGSTOP");
  const paused = performance.now();
  await eventually("the replica gets no reads", async () => !(await isRead()));
  const leftOut = performance.now();
  await pause(2000);
  process.kill(replay, "SIGCONT");
  const resumed = performance.now();
  await eventually("the replica answers reads again", isRead);
  const seconds = (from, to) => ((to - from) / 1000).toFixed(1);
  return { text: `left out after ${seconds(paused, leftOut)} s, taken back after ${seconds(resumed, performance.now())} s` };
}

async function clockJump(gateway) {
  await gateway.stop();
  await gateway.start(clockVariables());
  await pause(2000);
  for (const offset of ["+2h", "-2h", "+0"]) {
    setClock(offset);
    await pause(5000);
  }
  await gateway.stop();
  await gateway.start();
  await pause(2000);
}

async function fullDisk(traffic, port) {
  const [primary] = await primaryAndStandby();
  const { write } = traffic().counts;
  const failed = write.failed;
  fillDisk(primary.name);
  await eventually("a write fails", () => write.failed > failed);
  const refused = await exchange(port, { method: "POST", path: "/rest/v1/drill", headers: { apikey: SECRET_KEY, "content-type": "application/json" }, body: '{"id": -1}' });
  await pause(OUTAGE);
  emptyDisk(primary.name);
  const emptied = performance.now();
  await eventually("a client has written", () => write.lastSuccess > emptied);
  await eventually("there is a synchronous standby", hasSynchronousStandby);
  await pause(2000);
  return { text: `first error ${refused.status} ${refused.text}, first write ${Math.round(write.lastSuccess - emptied)} ms after there was space` };
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
