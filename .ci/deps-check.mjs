// Dependencies point one way: crates, schema <- edge <- {functions, storage, rest-gateway}; the REST engine, the image work and what
// runs and reaches a Postgres stand alone.
import { execFileSync } from "node:child_process";

const allowed = {
  jwt: [],
  "postgres-server": [],
  "postgres-connect": [],
  "postgres-wire": ["postgres-connect"],
  schema: ["postgres-connect"],
  "test-db": ["postgres-server", "postgres-connect", "schema"],
  "service-kit": ["jwt", "postgres-connect", "schema"],
  "user-auth": ["service-kit", "schema"],
  "user-searches": ["service-kit", "schema"],
  "hotel-reviews": ["service-kit", "schema"],
  "submit-host-application": ["service-kit", "picture", "schema"],
  "get-host-applications": ["service-kit", "schema"],
  "update-host-application": ["service-kit", "schema"],
  "create-hotel-from-application": ["service-kit", "picture", "schema"],
  "upload-hotel-image": ["service-kit", "picture", "schema"],
  translations: ["service-kit", "schema"],
  "service-test": ["service-kit", "schema", "test-db"],
  picture: [],
  storage: ["service-kit", "jwt", "picture", "postgres-connect"],
  "rest-engine": ["jwt", "postgres-connect", "postgres-wire"],
  "rest-gateway": ["service-kit", "jwt", "postgres-server", "postgres-connect", "rest-engine", "schema"],
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
