// A npm registry with the packages of a folder, and nothing else.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";

/**
 * Serves packed packages.
 * @param {string[]} files
 * @returns {Promise<import("node:http").Server>}
 */
export async function registry(files) {
  const packages = new Map(files.map((file) => [description(file).name, file]));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname.slice(1));
    const archive = files.find((file) => basename(file) === path);
    if (archive) {
      response.end(readFileSync(archive));
    } else if (packages.has(path)) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(document(packages.get(path), `http://${request.headers.host}`)));
    } else {
      response.writeHead(404).end("{}");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function document(file, url) {
  const described = description(file);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
  const released = { ...described, dist: { tarball: `${url}/${basename(file)}`, integrity } };
  return { name: described.name, "dist-tags": { latest: described.version }, versions: { [described.version]: released } };
}

function description(file) {
  return JSON.parse(execFileSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" }));
}
