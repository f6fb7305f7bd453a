// What a service needs before it starts: Postgres and S3 with the product's tables, roles and buckets, and the secrets.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";

/** The folder with the shipped files. */
export const dist = process.env.DIST ?? fileURLToPath(new URL("../../../target/dist", import.meta.url));

const random = () => randomBytes(24).toString("hex");

/**
 * Prepares Postgres ($TEST_DATABASE_URL) and an S3 server with the programs of the unpacked tarball.
 * @param {string} release its folder
 * @param {string} work a folder for the files of the servers
 */
export async function prepareStack(release, work) {
  const s3Port = await freePort();
  const s3Key = { AWS_ACCESS_KEY_ID: random(), AWS_SECRET_ACCESS_KEY: random() };
  const secrets = {
    PUBLIC_URL: "https://www.example.org",
    DATABASE_URL: `${process.env.TEST_DATABASE_URL}/postgres`,
    AUTHENTICATOR_PASSWORD: random(),
    AUTH_ADMIN_PASSWORD: random(),
    STORAGE_ADMIN_PASSWORD: random(),
    REALTIME_ADMIN_PASSWORD: random(),
    S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    S3_REGION: "local",
    S3_BUCKET: "isula",
    S3_ACCESS_KEY_ID: s3Key.AWS_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: s3Key.AWS_SECRET_ACCESS_KEY,
    JWT_SECRET: random(),
    PUBLISHABLE_KEY: `sb_publishable_${random()}`,
    SECRET_KEY: `sb_secret_${random()}`,
  };
  const secretsFile = join(work, "isula.env");
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(secretsFile, lines.join(""), { mode: 0o600 });
  const s3Folder = join(work, "s3");
  mkdirSync(s3Folder);
  const s3 = spawn(join(release, "bin/storage"), ["s3", "--data", s3Folder, "--port", String(s3Port)], {
    env: { ...s3Key, STORAGE_S3_BUCKET: secrets.S3_BUCKET, LOG_LEVEL: "error" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  try {
    setUp(join(release, "bin/rest-gateway"), release, work, secrets);
  } catch (error) {
    s3.kill();
    throw error;
  }
  return { secrets, secretsFile, stop: () => s3.kill() };
}

/** Migrations, roles, buckets and the administrator, by a stack that is stopped again. */
function setUp(gateway, release, work, secrets) {
  const data = ["--data", join(work, "setup")];
  const environment = { PATH: process.env.PATH, CREDENTIALS_DIRECTORY: work, LOG_LEVEL: "warn" };
  const options = { env: environment, stdio: ["ignore", "ignore", "inherit"] };
  const config = join(work, "setup.toml");
  writeConfiguration(join(release, "etc/isula.toml"), config, 0, 0, join(release, "site"));
  execFileSync(gateway, ["up", "--detach", "--config", config, "--db-url", secrets.DATABASE_URL, ...data], options);
  execFileSync(gateway, ["stop", ...data], options);
}

/** Copies a configuration with other ports. */
export function writeConfiguration(from, to, port, adminPort, site) {
  let text = readFileSync(from, "utf8").replace(/^port = .*$/m, `port = ${port}`);
  text = text.replace(/^admin_port = .*$/m, `admin_port = ${adminPort}`);
  if (site) text = text.replace(/^dist = .*$/m, `dist = ${JSON.stringify(site)}`);
  writeFileSync(to, text, { mode: 0o644 });
}

/** Resolves when the path of this machine answers 200. */
export async function untilOk(port, path, seconds = 60) {
  const deadline = Date.now() + seconds * 1000;
  let last = "no answer";
  while (Date.now() < deadline) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      if (response.ok) return response;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = String(error.cause ?? error);
    }
    await delay(50);
  }
  throw new Error(`port ${port} did not answer ${path} within ${seconds} s: ${last}`);
}

/** A port of loopback that was free a moment ago. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** An empty folder of this name. */
export function emptyFolder(path) {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}
