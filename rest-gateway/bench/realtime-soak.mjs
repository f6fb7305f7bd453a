// Clients that join, leave and crash, and a database that ends every connection every five minutes. Prints the memory of
// the service every minute, which must stay constant.
const MINUTE = 60_000;
/** Between the messages of a sender, in milliseconds: the load is that of a quiet day. */
const PAUSE = 1000;

export async function soak({ minutes, service, execute, load, hold, sign, resident, tokens }) {
  const ends = Date.now() + minutes * MINUTE;
  const key = sign({ role: "anon" });
  let failed = 0;
  const any = (most) => 1 + Math.floor(Math.random() * most);
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, Math.max(0, Math.min(milliseconds, ends - Date.now()))));
  const crowd = async (mode, options) => {
    while (Date.now() < ends) {
      // A load program that ends takes its connections with it, without a close frame.
      await load(mode, service.address, key, { ...options(), seconds: 5 + any(20), pause: PAUSE }).catch(() => failed++);
    }
  };
  const expiring = async () => {
    while (Date.now() < ends) {
      const short = sign({ role: "anon", exp: Math.floor(Date.now() / 1000) + 8 });
      const clients = await hold(service.address, short, any(200)).catch(() => failed++);
      await pause(15_000);
      clients.kill?.("SIGKILL");
    }
  };
  const insertions = async () => {
    while (Date.now() < ends) {
      execute("insert into public.load (t) values (0)");
      await pause(1000);
    }
  };
  const failover = async () => {
    while (Date.now() < ends) {
      await pause(5 * MINUTE);
      execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'supabase_realtime_admin'");
    }
  };
  const report = setInterval(() => console.log(`${new Date().toISOString()} ${resident(service.child.pid).toFixed(1)} MB, ${failed} runs failed`), MINUTE);
  await Promise.all([
    crowd("broadcast", () => ({ topics: any(20), members: any(50) })),
    crowd("broadcast", () => ({ topics: 1, members: any(500) })),
    crowd("presence", () => ({ members: any(100) })),
    crowd("changes", () => ({ tokens })),
    expiring(),
    insertions(),
    failover(),
  ]);
  clearInterval(report);
}
