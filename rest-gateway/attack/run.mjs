// `just attack`: attacks a backend with nothing but its public key, and prints a table: what was sent, the outcome, and
// whether the backend held. Exits with 1 if an attack succeeded.
//
// The backend is SUPABASE_URL with SUPABASE_ANON_KEY. Use it only on your own backend: it causes heavy load for about a
// minute. Every loop is bounded.
import { auth } from "./cases/auth.mjs";
import { bodies } from "./cases/bodies.mjs";
import { connections } from "./cases/connections.mjs";
import { functions } from "./cases/functions.mjs";
import { reads } from "./cases/reads.mjs";
import { storage } from "./cases/storage.mjs";
import { isAlive } from "./target.mjs";

const attacks = [...connections, ...bodies, ...reads, ...functions, ...auth, ...storage];

if (!(await isAlive())) {
  console.error("the backend does not answer");
  process.exit(2);
}

// Attacks that mostly wait for a timeout run concurrently; those that load the backend run one after the other.
const waiting = attacks.filter((attack) => attack.waits);
const loading = attacks.filter((attack) => !attack.waits);
const results = new Map();
await Promise.all(waiting.map(run));
for (const attack of loading) await run(attack);

const rows = attacks.map((attack) => [attack.sent, results.get(attack).came, results.get(attack).held ? "held" : "FELL"]);
const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)));
for (const [sent, came, verdict] of rows) console.log(`${sent.padEnd(widths[0])}  ${came.padEnd(widths[1])}  ${verdict}`);
const fell = rows.filter((row) => row[2] !== "held").length;
console.log(`${rows.length - fell} passed, ${fell} failed`);
process.exit(fell === 0 ? 0 : 1);

async function run(attack) {
  let result;
  try {
    result = await attack.run();
  } catch (error) {
    result = { came: `${error.name}: ${error.message}`, held: false };
  }
  if (result.held && !(await isAlive())) result = { came: `${result.came}; then no answer`, held: false };
  results.set(attack, result);
}
