// Dependencies point one way: crates, schema <- edge <- {functions, storage, rest-gateway}; the REST engine, the image work and what
// runs and reaches a Postgres stand alone.
import { execFileSync } from "node:child_process";

const allowed = {
  jwt: [],
  "postgres-server": [],
  "postgres-tls": [],
  "postgres-wire": ["postgres-tls"],
  schema: ["postgres-tls"],
  "test-db": ["postgres-server", "postgres-tls", "schema"],
  edge: ["jwt", "postgres-tls", "schema"],
  "user-auth": ["edge", "schema"],
  "user-searches": ["edge", "schema"],
  "hotel-reviews": ["edge", "schema"],
  "submit-host-application": ["edge", "picture", "schema"],
  "get-host-applications": ["edge", "schema"],
  "update-host-application": ["edge", "schema"],
  "create-hotel-from-application": ["edge", "picture", "schema"],
  "upload-hotel-image": ["edge", "picture", "schema"],
  translations: ["edge", "schema"],
  "service-test": ["edge", "schema", "test-db"],
  picture: [],
  storage: ["edge", "jwt", "picture", "postgres-tls"],
  "rest-engine": ["jwt", "postgres-tls", "postgres-wire"],
  "rest-gateway": ["edge", "jwt", "postgres-server", "postgres-tls", "rest-engine", "schema"],
  contract: [],
};
// Only these may pull in the S3 client, whose build is the longest of all.
const s3 = ["storage"];

const metadata = JSON.parse(execFileSync("cargo", ["metadata", "--format-version=1", "--no-deps", "--locked"], { maxBuffer: 1 << 28 }));
const ours = new Set(metadata.packages.map((crate) => crate.name));
const wrong = [];
for (const crate of metadata.packages) {
  if (!(crate.name in allowed)) wrong.push(`${crate.name} is not in the list of .ci/deps-check.mjs`);
  for (const dependency of crate.dependencies.filter((one) => one.kind === null)) {
    const inside = ours.has(dependency.name) && !(allowed[crate.name] ?? []).includes(dependency.name);
    const s3Client = dependency.name.startsWith("aws-") && !s3.includes(crate.name);
    if (inside || s3Client) wrong.push(`${crate.name} must not depend on ${dependency.name}`);
  }
}
for (const line of wrong) console.error(line);
if (wrong.length === 0) console.log(`dependencies of ${ours.size} crates point one way`);
process.exit(wrong.length === 0 ? 0 : 1);
