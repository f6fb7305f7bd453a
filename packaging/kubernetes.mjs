// The manifests for Kubernetes and a configuration for several copies, in a tar file for `kubectl apply -k`.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { archive } from "./archive.mjs";
import { copyFile, writeConfiguration } from "./content.mjs";
import { root, version } from "./product.mjs";

/**
 * @param {{work: string, output: string}} build an empty folder for temporary files, and the folder of the result
 * @returns {string} the file's name
 */
export function manifests({ work, output }) {
  const name = `isula-${version}-kubernetes`;
  const folder = join(work, name);
  mkdirSync(folder);
  for (const file of readdirSync(join(root, "packaging/kubernetes"))) {
    copyFile(`packaging/kubernetes/${file}`, join(folder, file));
  }
  writeConfiguration(join(folder, "isula.toml"), {
    host: "0.0.0.0",
    admin_host: "0.0.0.0",
    redis_url: "env(REDIS_URL)",
    // Of the ingress controller.
    trusted_proxies: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  });
  archive(work, [name], join(output, `${name}.tar.gz`));
  return `${name}.tar.gz`;
}
