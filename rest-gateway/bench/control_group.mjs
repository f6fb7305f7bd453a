// A control group for the processes of a measurement, as systemd and container engines give each service one.
//
// Without one, Linux shares the cores between sessions (`sched_autogroup`). Each Postgres backend is a session, so that
// a server next to 20 busy backends gets a 21st of the cores, which no service does.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The hierarchy with the CPU controller: of version 1, or the only one of version 2. */
const HIERARCHIES = ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup"];

/** Moves this process, and with it those that it starts, to a new control group until it exits. Needs root. */
export function joinControlGroup() {
  const hierarchy = HIERARCHIES.find((folder) => existsSync(join(folder, "cgroup.procs")));
  const group = hierarchy && join(hierarchy, `isula-bench-${process.pid}`);
  try {
    if (existsSync(join(hierarchy, "cgroup.subtree_control"))) writeFileSync(join(hierarchy, "cgroup.subtree_control"), "+cpu");
    mkdirSync(group);
    writeFileSync(join(group, "cgroup.procs"), String(process.pid));
  } catch (error) {
    console.log(`without a control group, so tail latencies are those of a busy desktop: ${error.message}`);
    return;
  }
  process.on("exit", () => {
    writeFileSync(join(hierarchy, "cgroup.procs"), String(process.pid));
    rmdirSync(group);
  });
}
