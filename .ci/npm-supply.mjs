// Checks the npm lock files: every package comes from the npm registry, has an integrity hash and an accepted licence.
// A licence that requires more than a notice is accepted only for development tools, which are not distributed.
import { readFileSync } from "node:fs";

const locks = ["frontend/package-lock.json", "crates/postgres-server/package-lock.json"];
const registry = "https://registry.npmjs.org/";
const accepted = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "OFL-1.1", "Zlib"]);
const acceptedForTools = new Set(["BlueOak-1.0.0", "CC0-1.0", "LGPL-3.0-or-later", "MPL-2.0", "Python-2.0"]);
// Packages whose lock entry names no licence, with the source of the licence.
const licences = {
  "combine-errors": "MIT", // Readme.md in the package; of tus-js-client, which tests alone use
  "@react-aria/optimize-locales-plugin": "Apache-2.0", // LICENSE in the package
};

// An SPDX expression of AND and OR; AND binds more tightly.
function isAccepted(expression, isLicenceAccepted) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const isOperand = () => {
    if (tokens[0] !== "(") return isLicenceAccepted(tokens.shift());
    tokens.shift();
    const inner = isAnyOf();
    return tokens.shift() === ")" && inner;
  };
  const isAllOf = () => {
    let all = isOperand();
    while (tokens[0] === "AND") {
      tokens.shift();
      all = isOperand() && all;
    }
    return all;
  };
  function isAnyOf() {
    let any = isAllOf();
    while (tokens[0] === "OR") {
      tokens.shift();
      any = isAllOf() || any;
    }
    return any;
  }
  const result = isAnyOf();
  return result && tokens.length === 0;
}

const problems = [];
let count = 0;
for (const lock of locks) {
  for (const [path, entry] of Object.entries(JSON.parse(readFileSync(lock, "utf8")).packages)) {
    if (path === "") continue;
    count += 1;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = entry.license ?? licences[name] ?? "none";
    const isTool = entry.dev === true || entry.devOptional === true;
    const isLicenceAccepted = (one) => accepted.has(one) || (isTool && acceptedForTools.has(one));
    if (!isAccepted(licence, isLicenceAccepted)) problems.push(`${lock}: ${name}: licence ${licence} is not accepted`);
    if (!entry.integrity) problems.push(`${lock}: ${name}: no integrity hash`);
    if (entry.resolved && !entry.resolved.startsWith(registry)) problems.push(`${lock}: ${name}: comes from ${entry.resolved}`);
  }
}
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`npm: ${count} packages from the registry, under accepted licences`);
process.exit(problems.length === 0 ? 0 : 1);
