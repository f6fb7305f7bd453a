// What a pooler and unnamed statements cost: requests a second of one gateway, and its share of those on Postgres itself.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../bench/processes.mjs";
import { root } from "../bench/stack.mjs";
import { Gateway, SECRET_KEY } from "./gateways.mjs";
import { passesPreparedStatements } from "./pooler.mjs";
import { sql } from "./postgres.mjs";
import { Release } from "./release.mjs";

const ROWS = 1000;
const CONNECTIONS = "32";
const SECONDS = "5";
const REQUESTS = { "one row by id": `id=eq.${ROWS / 2}`, "100 rows": "order=id&limit=100" };

const DIRECT = 'url = "env(DIRECT_URL)"';
const POOLED = 'url = "env(DATABASE_URL)"\ndirect_url = "env(DIRECT_URL)"';
const prepared = (isOn) => `[postgrest]\ndb_prepared_statements = ${isOn}`;

/** Measures each mode twice, in turn, and prints the better figure. `env`: the variables of the gateways. */
export async function comparePoolerModes(env) {
  sql(`create table public.pooled (id bigint primary key, name text, rating numeric, added timestamptz default now());
    grant select on public.pooled to service_role;
    alter table public.pooled enable row level security;
    insert into public.pooled select id, 'hotel ' || id, 4.2 from generate_series(1, ${ROWS}) id;
    analyze public.pooled; notify pgrst, 'reload schema'`);
  const modes = [
    ["Postgres itself", `${DIRECT}\n${prepared(true)}`],
    ["Postgres itself, unnamed statements", `${DIRECT}\n${prepared(false)}`],
    ["pooler, unnamed statements", `${POOLED}\n${prepared(false)}`],
    ...(passesPreparedStatements() ? [["pooler, prepared statements", `${POOLED}\n${prepared(true)}`]] : []),
  ];
  const gateways = [];
  for (const [name, database] of modes) {
    gateways.push(new Gateway(name.replaceAll(/\W+/g, "-"), Release.built(), { port: await freePort(), adminPort: await freePort(), database }, env));
  }
  for (const [name, query] of Object.entries(REQUESTS)) {
    const rates = modes.map(() => 0);
    for (const round of [1, 2]) {
      for (const [index, gateway] of gateways.entries()) {
        await gateway.start();
        const rate = load(gateway.port, `/rest/v1/pooled?${query}`);
        rates[index] = Math.max(rates[index], rate);
        console.error(`${name}, round ${round}, ${modes[index][0]}: ${Math.round(rate)} requests a second`);
        await gateway.kill();
      }
    }
    for (const [index, [mode]] of modes.entries()) {
      console.log(`${name}: ${mode}: ${Math.round(rates[index])} requests a second, ${(rates[index] / rates[0]).toFixed(2)}`);
    }
  }
}

function load(port, path) {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\napikey: ${SECRET_KEY}\r\n\r\n`;
  const program = join(root, "target/release/examples/load");
  const { requests, seconds } = JSON.parse(execFileSync(program, [`127.0.0.1:${port}`, CONNECTIONS, SECONDS], { input: request, encoding: "utf8" }));
  return requests / seconds;
}
