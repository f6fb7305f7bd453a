// Clients that join, leave and crash on a service whose database fails over, restarts and ends connections in turns.
// Prints the memory of the service every minute, which must stay constant. After each outage, every one of the clients that
// stay must get changes again, or the run fails.
import { execFile } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { resident } from "./processes.mjs";
import { hold, load, sign, spawnLoad } from "./realtime-processes.mjs";

const MINUTE = 60_000;
/** Between the messages of a sender, in milliseconds: the load is that of a quiet day. */
const PAUSE = 1000;
/** How long clients may wait for changes after the database is back. */
const RECOVERY = 60_000;
const DISCONNECT = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'supabase_realtime_admin'";
const run = promisify(execFile);

/** `pair` is the database, `tokens` a file with the token of each client that stays, `every` the minutes between outages. */
export async function soak({ minutes, every, nodes, pair, database, tokens }) {
  const ends = Date.now() + minutes * MINUTE;
  const key = sign({ role: "anon" });
  let failed = 0;
  const any = (most) => 1 + Math.floor(Math.random() * most);
  const node = () => nodes[any(nodes.length) - 1];
  const pause = (milliseconds) => setTimeout(Math.max(0, Math.min(milliseconds, ends - Date.now())));
  const memory = () => nodes.map(({ child }) => `${resident(child.pid).toFixed(1)} MB`).join(" and ");
  const log = (text) => console.log(`${new Date().toISOString()} ${text}`);
  const execute = async (statement) => (await run("psql", ["-qXAt", pair.url("postgres", database), "-c", statement])).stdout.trim();

  const crowd = async (mode, options) => {
    while (Date.now() < ends) {
      // A load program that ends takes its connections with it, without a close frame.
      await load(mode, node().address, key, { ...options(), seconds: 5 + any(20), pause: PAUSE }).catch(() => failed++);
    }
  };
  const expiring = async () => {
    while (Date.now() < ends) {
      const short = sign({ role: "anon", exp: Math.floor(Date.now() / 1000) + 8 });
      const held = await hold(node().address, short, any(200)).catch(() => failed++);
      await pause(15_000);
      held.kill?.("SIGKILL");
    }
  };

  const staying = await Promise.all(nodes.map(({ address }) => watch(address, key, tokens)));
  const clients = staying.flatMap((group) => group.clients);
  /** The rows whose commit the database has acknowledged. */
  const acknowledged = [];
  const insertions = async () => {
    while (Date.now() < ends) {
      const id = await execute("insert into public.load (t) values (0) returning id").catch(() => undefined);
      if (id !== undefined) acknowledged.push(Number(id));
      await pause(200);
    }
  };
  const outages = async () => {
    const kinds = { "failover to the standby": () => pair.failOver(), "restart without a checkpoint": () => pair.restart(), "lost connections": () => execute(DISCONNECT) };
    for (;;) {
      for (const [name, happen] of Object.entries(kinds)) {
        await pause(every * MINUTE);
        if (ends - Date.now() < RECOVERY) return;
        const begun = Date.now();
        await happen();
        const back = Date.now();
        const before = acknowledged.at(-1);
        const hasRecovered = () => clients.every(({ last }) => last > before);
        while (!hasRecovered()) {
          if (Date.now() - back > RECOVERY) throw new Error(`clients get no changes ${RECOVERY} ms after: ${name}`);
          await setTimeout(10);
        }
        log(`${name}: ${back - begun} ms; all clients get changes again ${Date.now() - back} ms later; ${memory()}`);
      }
    }
  };

  const report = setInterval(() => log(`${memory()}, ${failed} runs failed`), MINUTE);
  log(memory());
  await Promise.all([
    crowd("broadcast", () => ({ topics: any(20), members: any(50) })),
    crowd("broadcast", () => ({ topics: 1, members: any(500) })),
    crowd("presence", () => ({ members: any(100) })),
    crowd("changes", () => ({ tokens })),
    expiring(),
    insertions(),
    outages(),
  ]);
  clearInterval(report);
  const missed = acknowledged.filter((id) => clients.some(({ rows }) => !rows.has(id)));
  const repeated = clients.reduce((sum, { repeated }) => sum + repeated, 0);
  log(`${acknowledged.length} rows committed, ${missed.length} of them not delivered to each of ${clients.length} clients; ${repeated} delivered again`);
  for (const { program } of staying) program.kill("SIGKILL");
}

/** Subscribes clients that stay to the table. Resolves with the program, and with what each client has got so far. */
async function watch(address, key, tokens) {
  const program = spawnLoad("watch", address, key, { tokens });
  const clients = [];
  await new Promise((done, failed) => {
    program.once("exit", (code) => failed(new Error(`the load program ends with ${code}`)));
    createInterface({ input: program.stdout }).on("line", (text) => {
      const { subscribed, client, id } = JSON.parse(text);
      if (subscribed !== undefined) {
        for (let number = 0; number < subscribed; number++) clients.push({ rows: new Set(), last: 0, repeated: 0 });
        return done();
      }
      const got = clients[client];
      if (got.rows.has(id)) got.repeated++;
      got.rows.add(id);
      got.last = Math.max(got.last, id);
    });
  });
  return { program, clients };
}
