// Checks that every statement of docs/requirements.md has a test. A test belongs to a statement when its name, or the
// name of a group around it or of a step in it, contains the statement's number. Fails for a statement without a test,
// and for a number without a statement.
import { globSync, readFileSync } from "node:fs";

process.chdir(new URL("..", import.meta.url).pathname);

const TESTS = ["frontend/src/**/*.test.{ts,tsx}", "frontend/e2e/*.spec.ts", "frontend/contract/*.test.ts"];
const NAME = /\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1/g;

const requirements = readFileSync("docs/requirements.md", "utf8");
const statements = new Map([...requirements.matchAll(/^- (§\d+\.\d+) (.*)$/gm)].map(([, number, text]) => [number, text]));
const held = new Set();
const wrong = [];
for (const file of TESTS.flatMap((pattern) => globSync(pattern))) {
  for (const [, , name] of readFileSync(file, "utf8").matchAll(NAME)) {
    for (const [number] of name.matchAll(/§\d+\.\d+/g)) {
      if (statements.has(number)) held.add(number);
      else wrong.push(`${file}: no statement ${number} ('${name}')`);
    }
  }
}
for (const [number, text] of statements) if (!held.has(number)) wrong.push(`no test holds ${number} ${text}`);
for (const line of wrong) console.error(line);
console.log(`${held.size} of ${statements.size} statements are held by tests`);
process.exit(wrong.length === 0 ? 0 : 1);
