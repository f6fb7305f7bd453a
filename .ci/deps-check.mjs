// Checks that dependencies between the crates point one way: crates, schema <- {auth, functions, mail-catcher, realtime, storage, rest-gateway}.
import { execFileSync } from "node:child_process";
import { dirname, relative } from "node:path";

const allowed = {
  jwt: [],
  "password-hashing": [],
  picture: [],
  "postgres-connect": [],
  "child-process": [],
  "postgres-pool": ["postgres-connect"],
  "postgres-server": ["child-process"],
  "postgres-wire": ["postgres-connect"],
  "prometheus-text": [],
  "platform-schema": ["postgres-connect"],
  schema: ["platform-schema", "postgres-connect"],
  "test-db": ["child-process", "platform-schema", "postgres-server", "postgres-connect", "schema"],
  telemetry: [],
  "service-kit": ["child-process", "jwt", "postgres-connect", "telemetry"],
  "sql-migrations": [],
  "service-test": ["service-kit", "test-db"],
  "functions-shared": ["service-kit"],
  // `auth` verifies the ID tokens of identity providers with jwt, storage the tokens of its signed URLs.
  auth: ["service-kit", "jwt", "password-hashing", "postgres-connect", "postgres-pool", "telemetry"],
  "mail-catcher": ["service-kit"],
  realtime: ["service-kit", "postgres-connect", "postgres-pool", "postgres-wire"],
  storage: ["service-kit", "jwt", "picture", "postgres-connect", "postgres-pool", "telemetry"],
  "rest-engine": ["jwt", "postgres-connect", "postgres-wire", "prometheus-text", "telemetry"],
  "rest-gateway": ["child-process", "service-kit", "jwt", "password-hashing", "postgres-server", "postgres-connect", "prometheus-text", "rest-engine", "platform-schema", "schema", "sql-migrations", "telemetry"],
  contract: [],
};
// The crates that every function of the product may depend on.
const allowedForFunctions = ["functions-shared", "picture", "schema", "service-kit"];
// Only these crates may depend on the S3 client, whose build takes longest.
const s3 = ["storage"];

const metadata = JSON.parse(execFileSync("cargo", ["metadata", "--format-version=1", "--no-deps", "--locked"], { maxBuffer: 1 << 28 }));
const ours = new Set(metadata.packages.map((crate) => crate.name));
const wrong = [];
for (const crate of metadata.packages) {
  const folder = relative(process.cwd(), dirname(crate.manifest_path));
  const mayUse = allowed[crate.name] ?? (folder.startsWith("functions/") ? allowedForFunctions : undefined);
  if (mayUse === undefined) wrong.push(`${crate.name} is not in the list of .ci/deps-check.mjs`);
  for (const dependency of crate.dependencies.filter((one) => one.kind === null)) {
    const isForbidden = ours.has(dependency.name) && !(mayUse ?? []).includes(dependency.name);
    const isS3Client = dependency.name.startsWith("aws-") && !s3.includes(crate.name);
    if (isForbidden || isS3Client) wrong.push(`${crate.name} must not depend on ${dependency.name}`);
  }
}
for (const line of wrong) console.error(line);
if (wrong.length === 0) console.log(`dependencies of ${ours.size} crates point one way`);
process.exit(wrong.length === 0 ? 0 : 1);
