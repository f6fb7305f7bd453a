// The container image: an OCI layout in a tar file, which `podman load`, `docker load` (25 and newer) and `skopeo` read.
// One layer has the programs, one the site and the configuration.
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { archive } from "./archive.mjs";
import { copyPrograms, copySite, write, writeConfiguration } from "./content.mjs";
import { functionPrograms, platforms, sourceDate, stackPrograms, version } from "./product.mjs";

/** `nonroot` of distroless images. */
const USER = 65532;
const REPOSITORY = "isula";

/**
 * @param {{platform: string, programs: string, work: string, output: string}} build as for the tarball
 * @returns {string} the file's name
 */
export function image({ platform, programs, work, output }) {
  const layout = join(work, "layout");
  const blobs = join(layout, "blobs/sha256");
  mkdirSync(blobs, { recursive: true });
  const layers = [programLayer(programs, work), siteLayer(work)].map((folder) => layer(folder, blobs));
  const created = new Date(sourceDate * 1000).toISOString();
  const architecture = platforms[platform].oci;
  const config = put(blobs, "application/vnd.oci.image.config.v1+json", {
    created,
    architecture,
    os: "linux",
    config: {
      User: `${USER}:${USER}`,
      Entrypoint: ["/usr/lib/isula/rest-gateway"],
      Cmd: ["serve", "--config", "/etc/isula/isula.toml"],
      Env: ["LOG_FORMAT=json", "TMPDIR=/tmp"],
      ExposedPorts: { "54321/tcp": {}, "54329/tcp": {} },
      // Sockets of the processes. The root may be read-only if this is a tmpfs.
      Volumes: { "/tmp": {} },
      StopSignal: "SIGTERM",
      Labels: { "org.opencontainers.image.version": version, "org.opencontainers.image.licenses": "MIT" },
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created, created_by: "packaging/oci.mjs" })),
  });
  const manifest = put(blobs, "application/vnd.oci.image.manifest.v1+json", {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config,
    layers: layers.map(({ descriptor }) => descriptor),
  });
  const annotations = {
    "org.opencontainers.image.ref.name": version,
    "io.containerd.image.name": `${REPOSITORY}:${version}`,
  };
  const index = {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [{ ...manifest, platform: { architecture, os: "linux" }, annotations }],
  };
  writeFileSync(join(layout, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  writeFileSync(join(layout, "index.json"), JSON.stringify(index));
  const name = `isula-${version}-oci-${platform}.tar`;
  archive(layout, ["oci-layout", "index.json", "blobs"], join(output, name));
  return name;
}

function programLayer(programs, work) {
  const folder = join(work, "layer-programs");
  copyPrograms([...stackPrograms, ...functionPrograms], programs, join(folder, "usr/lib/isula"));
  return folder;
}

function siteLayer(work) {
  const folder = join(work, "layer-site");
  copySite(join(folder, "usr/share/isula/site"));
  writeConfiguration(join(folder, "etc/isula/isula.toml"), { host: "0.0.0.0", admin_host: "0.0.0.0" });
  write(join(folder, "etc/passwd"), `isula:x:${USER}:${USER}::/:/sbin/nologin\n`);
  write(join(folder, "etc/group"), `isula:x:${USER}:\n`);
  // Mozilla's authorities, for S3, mail and identity providers.
  write(join(folder, "etc/ssl/certs/ca-certificates.crt"), rootCertificates.join("\n") + "\n");
  for (const mountPoint of ["tmp", "proc", "dev", "run", "sys"]) mkdirSync(join(folder, mountPoint));
  chmodSync(join(folder, "tmp"), 0o1777);
  return folder;
}

/** Writes a folder as a layer. Returns its descriptor, and the digest of its uncompressed content. */
function layer(folder, blobs) {
  const plain = `${folder}.tar`;
  archive(folder, ["."], plain);
  const compressed = `${plain}.zst`;
  archive(folder, ["."], compressed);
  const descriptor = describe("application/vnd.oci.image.layer.v1.tar+zstd", compressed);
  copyFileSync(compressed, join(blobs, hexOf(descriptor.digest)));
  return { descriptor, diffId: digest(plain) };
}

/** Writes a JSON document as a blob, and returns its descriptor. */
function put(blobs, mediaType, document) {
  const text = JSON.stringify(document);
  const hex = createHash("sha256").update(text).digest("hex");
  writeFileSync(join(blobs, hex), text);
  return { mediaType, digest: `sha256:${hex}`, size: Buffer.byteLength(text) };
}

function describe(mediaType, file) {
  return { mediaType, digest: digest(file), size: statSync(file).size };
}

function digest(file) {
  return `sha256:${createHash("sha256").update(readFileSync(file)).digest("hex")}`;
}

function hexOf(digest) {
  return digest.slice("sha256:".length);
}
