// Clients that come, go, let their tokens expire and die, and a database that ends every connection now and then. The
// memory of the service is printed every minute: it has to stay flat.
const MINUTE = 60_000;

export async function soak({ minutes, service, psql, load, anonKey, resident }) {
  const ends = Date.now() + minutes * MINUTE;
  let failed = 0;
  const crowd = async (mode, options) => {
    while (Date.now() < ends) {
      // A load program that ends takes its connections with it, without a close frame.
      const seconds = 5 + Math.floor(Math.random() * 20);
      await load(mode, service.address, anonKey, { ...options(), seconds }).catch(() => failed++);
    }
  };
  const failover = async () => {
    while (Date.now() < ends) {
      await new Promise((done) => setTimeout(done, Math.min(5 * MINUTE, ends - Date.now())));
      psql("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'supabase_realtime_admin'");
    }
  };
  const report = setInterval(() => console.log(`${new Date().toISOString()} ${resident(service.child.pid).toFixed(1)} MB, ${failed} runs failed`), MINUTE);
  const any = (most) => 1 + Math.floor(Math.random() * most);
  await Promise.all([
    crowd("broadcast", () => ({ topics: any(20), members: any(50) })),
    crowd("broadcast", () => ({ topics: 1, members: any(500) })),
    crowd("presence", () => ({ members: any(100) })),
    failover(),
  ]);
  clearInterval(report);
  service.child.kill("SIGTERM");
}
