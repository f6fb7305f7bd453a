// Redis, S3 and HAProxy.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../bench/processes.mjs";
import { folder, start } from "./programs.mjs";

export const BUCKET = "isula";
export const S3_KEYS = { id: "cluster", secret: "the-secret-of-this-cluster" };

/** A server that a drill can kill and start again at its port. */
export class Server {
  constructor(port, run) {
    this.port = port;
    this.run = run;
    this.start();
  }
  start() {
    this.child = this.run();
  }
}

export async function startRedis() {
  const port = await freePort();
  return new Server(port, () => start("redis", "redis-server", ["--port", String(port), "--save", "", "--appendonly", "no", "--dir", folder]));
}

/** The S3 server of a release. */
export async function startS3(release) {
  const port = await freePort();
  const env = { AWS_ACCESS_KEY_ID: S3_KEYS.id, AWS_SECRET_ACCESS_KEY: S3_KEYS.secret };
  const options = ["s3", "--data", join(folder, "s3"), "--port", String(port), "--bucket", BUCKET];
  return new Server(port, () => start("s3", release.program("storage"), options, { env }));
}

/** Balances over the gateways that are ready. Sends a request again only if it was not sent before. */
export async function startHaproxy(gateways) {
  const port = await freePort();
  const file = join(folder, "haproxy.cfg");
  const servers = gateways.map(({ name, port, adminPort }) => `  server ${name} 127.0.0.1:${port} check port ${adminPort} inter 500 fall 2 rise 1`);
  writeFileSync(file, `
global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
  retry-on conn-failure
frontend site
  bind 127.0.0.1:${port}
  default_backend gateways
backend gateways
  balance leastconn
  option httpchk GET /readyz
${servers.join("\n")}
`);
  return new Server(port, () => start("haproxy", "haproxy", ["-db", "-f", file]));
}
