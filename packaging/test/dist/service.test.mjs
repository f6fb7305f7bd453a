// The tarball, the image and the Debian package, each started as its own documentation says. Needs root, for a root of
// Debian that systemd boots.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { platforms, version } from "../../product.mjs";
import { dist, emptyFolder, freePort, prepareStack, untilOk, writeConfiguration } from "./stack.mjs";

const platform = process.arch;
const work = mkdtempSync(join(tmpdir(), "isula-dist-"));
const release = join(work, `isula-${version}-linux-${platform}`);
let stack;
before(async () => {
  execFileSync("tar", ["-xf", join(dist, `isula-${version}-linux-${platform}.tar.gz`), "-C", work]);
  stack = await prepareStack(release, work);
});
after(() => {
  stack?.stop();
  rmSync(work, { recursive: true, force: true });
});

/** The site, a table through REST, and a function answer, and the service is ready. */
async function assertServes(port, adminPort) {
  await untilOk(adminPort, "/readyz");
  const headers = { apikey: stack.secrets.PUBLISHABLE_KEY };
  const page = await (await untilOk(port, "/")).text();
  assert.match(page, /<title>/);
  const rows = await fetch(`http://127.0.0.1:${port}/rest/v1/hotels?select=id&limit=1`, { headers });
  assert.deepEqual([rows.status, await rows.json()], [200, []]);
  const texts = await fetch(`http://127.0.0.1:${port}/functions/v1/translations?action=get&language=de`, { headers });
  assert.equal(texts.status, 200);
}

test("the programs are static", () => {
  for (const program of readdirSync(join(release, "bin"))) {
    const header = execFileSync("readelf", ["--program-headers", join(release, "bin", program)], { encoding: "utf8" });
    assert.ok(!header.includes("INTERP"), program);
  }
});

test("the tarball serves from where it is unpacked", async () => {
  const [port, adminPort] = [await freePort(), await freePort()];
  const config = join(release, "etc/test.toml");
  writeConfiguration(join(release, "etc/isula.toml"), config, port, adminPort);
  const service = spawn(join(release, "bin/rest-gateway"), ["serve", "--config", config], {
    env: { CREDENTIALS_DIRECTORY: work },
    stdio: "ignore",
  });
  const exit = once(service, "exit");
  try {
    await assertServes(port, adminPort);
  } finally {
    service.kill();
  }
  assert.deepEqual(await exit, [0, null]);
});

describe("the image", () => {
  const root = join(work, "image");
  const layout = join(work, "layout");
  const blob = ({ digest }) => join(layout, "blobs/sha256", digest.slice("sha256:".length));
  const json = (file) => JSON.parse(readFileSync(file, "utf8"));
  let manifest;
  before(() => {
    emptyFolder(layout);
    emptyFolder(root);
    execFileSync("tar", ["-xf", join(dist, `isula-${version}-oci-${platform}.tar`), "-C", layout]);
    manifest = json(blob(json(join(layout, "index.json")).manifests[0]));
    for (const layer of manifest.layers) execFileSync("tar", ["--zstd", "-xf", blob(layer), "-C", root]);
  });

  test("is below 60 MB, and each blob has its digest and size", () => {
    assert.ok(statSync(join(dist, `isula-${version}-oci-${platform}.tar`)).size < 60e6);
    for (const descriptor of [manifest.config, ...manifest.layers]) {
      const sum = execFileSync("sha256sum", [blob(descriptor)], { encoding: "utf8" }).slice(0, 64);
      assert.deepEqual([`sha256:${sum}`, statSync(blob(descriptor)).size], [descriptor.digest, descriptor.size]);
    }
  });

  test("serves as its unprivileged user on a read-only root", async () => {
    const { config } = json(blob(manifest.config));
    const [port, adminPort] = [await freePort(), await freePort()];
    const configuration = join(work, "image.toml");
    writeConfiguration(join(root, "etc/isula/isula.toml"), configuration, port, adminPort);
    const [user, group] = config.User.split(":");
    const secrets = emptyFolder(join(work, "image-secrets"));
    copyFileSync(stack.secretsFile, join(secrets, "isula.env"));
    chmodSync(join(secrets, "isula.env"), 0o444);
    const sandbox = ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--uid", user, "--gid", group];
    sandbox.push("--cap-drop", "ALL", "--clearenv", "--die-with-parent", "--ro-bind", root, "/");
    sandbox.push("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run");
    sandbox.push("--ro-bind", secrets, "/run/secrets", "--ro-bind", configuration, "/etc/isula/isula.toml");
    const variables = [...config.Env, "CREDENTIALS_DIRECTORY=/run/secrets"].map((line) => line.split("="));
    for (const [name, value] of variables) sandbox.push("--setenv", name, value);
    const service = spawn("bwrap", [...sandbox, "--", ...config.Entrypoint, ...config.Cmd], { stdio: "inherit" });
    const exit = once(service, "exit");
    try {
      await assertServes(port, adminPort);
    } finally {
      service.kill();
    }
    await exit;
  });
});

describe("the Debian package", () => {
  const root = join(work, "debian");
  const inRoot = (...command) => {
    return execFileSync("chroot", [root, ...command], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  };
  const archive = `isula_${version}_${platforms[platform].debian}.deb`;
  before(() => {
    // An essential Debian with systemd.
    const packages = ["--variant=essential", "--include=systemd,ca-certificates"];
    execFileSync("mmdebstrap", ["--quiet", ...packages, "bookworm", root], { stdio: ["ignore", "ignore", "inherit"] });
    copyFileSync(join(dist, archive), join(root, archive));
    inRoot("dpkg", "--install", `/${archive}`);
  });

  test("enables no service, and keeps a changed configuration at an upgrade", () => {
    assert.throws(() => inRoot("systemctl", "is-enabled", "isula"), { stdout: "disabled\n" });
    const configuration = join(root, "etc/isula/isula.toml");
    execFileSync("sed", ["-i", "s/^max_rows = .*/max_rows = 500/", configuration]);
    inRoot("dpkg", "--install", `/${archive}`);
    assert.match(readFileSync(configuration, "utf8"), /^max_rows = 500$/m);
  });

  test("serves under systemd, without privileges", async (t) => {
    const [port, adminPort] = [await freePort(), await freePort()];
    const configuration = join(root, "etc/isula/isula.toml");
    writeConfiguration(configuration, configuration, port, adminPort);
    copyFileSync(stack.secretsFile, join(root, "etc/isula/isula.env"));
    chmodSync(join(root, "etc/isula/isula.env"), 0o600);
    inRoot("systemctl", "enable", "isula");
    const machine = spawn("systemd-nspawn", ["--quiet", "--register=no", "--keep-unit", "--directory", root, "--boot"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const exit = once(machine, "exit");
    try {
      await assertServes(port, adminPort).catch((error) => {
        t.diagnostic(inRoot("journalctl", "--directory=/var/log/journal", "--unit=isula", "--lines=20", "--no-pager"));
        throw error;
      });
      const status = readFileSync(`/proc/${gatewayProcess()}/status`, "utf8");
      const value = (name) => new RegExp(`^${name}:\\s+(\\w+)`, "m").exec(status)[1];
      assert.notEqual(value("Uid"), "0");
      const none = "0".repeat(16);
      assert.deepEqual(["CapEff", "CapBnd", "NoNewPrivs", "Seccomp"].map(value), [none, none, "1", "2"]);
    } finally {
      machine.kill();
      await exit;
    }
  });

  test("leaves nothing after a purge", () => {
    inRoot("systemctl", "disable", "isula");
    inRoot("dpkg", "--purge", "isula");
    for (const path of ["etc/isula", "usr/lib/isula", "usr/share/isula", "usr/bin/isula"]) {
      assert.ok(!existsSync(join(root, path)), path);
    }
  });
});

/** The process id of the gateway that systemd started. */
function gatewayProcess() {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.find((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").startsWith("/usr/lib/isula/rest-gateway\0");
    } catch {
      return false; // It has ended.
    }
  });
}
