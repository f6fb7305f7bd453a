// Three times as many requests as the cluster can answer (`--overload`): the surplus gets 503 with Retry-After at once, and
// the others are answered nearly as fast as below saturation.
import { randomInt } from "node:crypto";
import { pause } from "./programs.mjs";
import { sql } from "./postgres.mjs";
import { exchange } from "./traffic.mjs";

const SECONDS = 10;
/** More clients than there are connections to Postgres. */
const CLOSED_LOOP_CLIENTS = 48;
/** Of the p99 at 70 % of saturation. */
const P99_GOAL = 3;
/** Connections of the pooler, as many as those of three gateways: requests must not wait in it, where no gateway sees them. */
export const SERVERS = 30;
/** Lines of `[postgrest]`: the time of a statement. */
export const SETTINGS = "[postgrest]\ndb_pool_max_wait = 0.1";

/** Prints the figures. Resolves to whether they are within the goal. */
export async function overload(port, key) {
  sql(`create function public.nap() returns void volatile language sql as 'select pg_sleep(0.1)';
    grant execute on function public.nap() to service_role;
    notify pgrst, 'reload schema'`);
  const nap = async () => {
    const since = performance.now();
    // Clients of many addresses: one alone may use only its share.
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
    const answer = await exchange(port, { method: "POST", path: "/rest/v1/rpc/nap", headers: { apikey: key, "x-forwarded-for": address, "content-length": 0 } });
    return { ...answer, milliseconds: performance.now() - since };
  };
  while ((await nap()).status !== 204) await pause(100);
  const saturation = await closedLoop(nap);
  const below = summary(await atRate(nap, 0.7 * saturation));
  const beyond = summary(await atRate(nap, 3 * saturation));
  const ratio = beyond.p99 / below.p99;
  const isRight = below.others === 0 && beyond.others === 0 && beyond.refused > 0 && ratio <= P99_GOAL;
  console.log(`${isRight ? "ok    " : "FAILED"} overload: saturation ${Math.round(saturation)} requests a second; at 70 %: ${below.text}; at 300 %: ${beyond.text}; p99 of the accepted ${ratio.toFixed(1)} times, goal ${P99_GOAL}`);
  return isRight;
}

/** Successful requests a second of clients that send the next request after each response. */
async function closedLoop(send) {
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  const client = async () => {
    while (performance.now() < end) if ((await send()).status === 204) count++;
  };
  await Promise.all(Array.from({ length: CLOSED_LOOP_CLIENTS }, client));
  return count / SECONDS;
}

/** Sends requests at fixed times, whether or not earlier ones are answered. */
async function atRate(send, rate) {
  const sent = [];
  for (const since = performance.now(); performance.now() - since < SECONDS * 1000; await pause(5)) {
    while (sent.length < ((performance.now() - since) / 1000) * rate) sent.push(send());
  }
  return Promise.all(sent);
}

function summary(answers) {
  const times = (some) => some.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const quantile = (some, part) => Math.round(times(some)[Math.floor(some.length * part)] ?? 0);
  const accepted = answers.filter(({ status }) => status === 204);
  const refused = answers.filter(({ status, headers }) => status === 503 && Number(headers["retry-after"]) > 0);
  const others = answers.length - accepted.length - refused.length;
  const text = `${accepted.length} answered (p50 ${quantile(accepted, 0.5)} ms, p99 ${quantile(accepted, 0.99)} ms), ${refused.length} refused (p99 ${quantile(refused, 0.99)} ms), ${others} failed otherwise`;
  return { p99: quantile(accepted, 0.99), refused: refused.length, others, text };
}
