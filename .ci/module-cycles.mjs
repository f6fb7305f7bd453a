// Checks that the modules of each crate do not use each other in a cycle: `node .ci/module-cycles.mjs [FOLDER…]`.
//
// A module is a file. It depends on the files that define what it names: a re-export is followed to the definition, and
// declaring a module or re-exporting its items is no use of it. Tests are left out. (oxlint's `import/no-cycle` does the
// same for TypeScript.)
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const crates = process.argv.length > 2 ? process.argv.slice(2) : workspaceFolders();
let cycles = 0;
for (const folder of crates) {
  for (const cycle of cyclesOf(modulesOf(folder))) {
    cycles += 1;
    console.error(`modules of ${folder} use each other in a cycle:`);
    for (const { from, to, name } of cycle) console.error(`  ${from} uses ${name} of ${to}`);
  }
}
if (cycles === 0) console.log(`no cycle between the modules of ${crates.length} crates`);
process.exit(cycles === 0 ? 0 : 1);

function workspaceFolders() {
  const metadata = execFileSync("cargo", ["metadata", "--format-version=1", "--no-deps", "--locked"], { maxBuffer: 1 << 28 });
  return JSON.parse(metadata).packages.map((crate) => relative(process.cwd(), dirname(crate.manifest_path)));
}

// Every module of a crate by its path (`crate`, `crate::plan::read`), with what its file names.
function modulesOf(folder) {
  const modules = new Map();
  const read = (path, file, childFolder) => {
    const code = withoutTests(withoutText(readFileSync(file, "utf8"))).replace(/\bpub\(in [^)]*\)/g, "pub");
    const module = { path, file: relative(process.cwd(), file), code, uses: [], reexports: new Map(), globs: [], children: new Set() };
    modules.set(path, module);
    for (const { visibility, name } of matches(code, /(?<visibility>pub(?:\([^)]*\))?\s+)?\bmod\s+(?<name>\w+)\s*;/g)) {
      const child = [join(childFolder, `${name}.rs`), join(childFolder, name, "mod.rs")].find(existsSync);
      if (child === undefined) continue;
      module.children.add(name);
      read(`${path}::${name}`, child, join(childFolder, name));
    }
  };
  for (const root of ["lib.rs", "main.rs"]) {
    const file = join(folder, "src", root);
    if (existsSync(file)) read(root === "lib.rs" ? "crate" : "main", file, join(folder, "src"));
  }
  for (const module of modules.values()) readUses(module);
  return modules;
}

function readUses(module) {
  const rest = module.code.replace(/(pub(?:\([^)]*\))?\s+)?\buse\s+([^;]+);/g, (_, visibility, tree) => {
    for (const { path, alias } of flatten(tree.replace(/\s+/g, " "))) {
      const name = alias ?? path.at(-1);
      if (visibility === undefined) module.uses.push({ path, name });
      else if (name === "*") module.globs.push(path.slice(0, -1));
      else module.reexports.set(name, path);
      if (visibility !== undefined) module.uses.push({ path, name, reexport: true });
    }
    return "";
  });
  for (const { path } of matches(rest, /(?<![\w:])(?<path>[a-z_]\w*(?:::\w+)+)/g)) {
    const segments = path.split("::");
    module.uses.push({ path: segments, name: segments.at(-1) });
  }
  // A re-exported name that the file also works with is used by it.
  module.uses = module.uses.filter((use) => !use.reexport || new RegExp(`\\b${use.name}\\b`).test(rest));
}

// The file that defines what a path names, or undefined for what is outside the crate.
function definition(modules, from, path, depth = 0) {
  if (depth > 8) return undefined;
  const [first, ...others] = path;
  const module = modules.get(from);
  let current;
  let rest = others;
  if (first === "crate") current = from.split("::")[0];
  else if (first === "self") current = from;
  else if (first === "super") current = parent(from);
  else if (module.children.has(first)) current = `${from}::${first}`;
  else {
    const imported = module.uses.find((use) => use.name === first && use.path.length > 1 && use.path[0] !== first);
    return imported === undefined ? undefined : definition(modules, from, [...imported.path, ...others], depth + 1);
  }
  for (const [index, name] of rest.entries()) {
    if (current === undefined || !modules.has(current)) return undefined;
    if (name === "super") current = parent(current);
    else if (modules.get(current).children.has(name)) current = `${current}::${name}`;
    else {
      const reexport = modules.get(current).reexports.get(name);
      if (reexport === undefined) return globDefinition(modules, current, name) ?? current;
      return definition(modules, current, [...reexport, ...rest.slice(index + 1)], depth + 1) ?? current;
    }
  }
  return current;
}

function globDefinition(modules, current, name) {
  for (const glob of modules.get(current).globs) {
    const target = definition(modules, current, glob);
    if (target !== undefined && new RegExp(`\\b(fn|struct|enum|trait|type|const|static)\\s+${name}\\b`).test(modules.get(target).code)) return target;
  }
  return undefined;
}

function parent(path) {
  return path.includes("::") ? path.slice(0, path.lastIndexOf("::")) : undefined;
}

// The strongly connected parts of more than one module, each as the uses inside it (Tarjan).
function cyclesOf(modules) {
  const edges = new Map([...modules.keys()].map((path) => [path, new Map()]));
  for (const [path, module] of modules) {
    for (const use of module.uses) {
      const target = definition(modules, path, use.path);
      if (target !== undefined && target !== path && modules.has(target)) edges.get(path).set(target, use.name);
    }
  }
  const [index, low, stack, found] = [new Map(), new Map(), [], []];
  const visit = (path) => {
    index.set(path, index.size);
    low.set(path, index.get(path));
    stack.push(path);
    for (const target of edges.get(path).keys()) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path), low.get(target)));
    }
    if (low.get(path) !== index.get(path)) return;
    const part = new Set(stack.splice(stack.indexOf(path)));
    if (part.size > 1) found.push(part);
  };
  for (const path of modules.keys()) if (!index.has(path)) visit(path);
  return found.map((part) =>
    [...part].flatMap((from) =>
      [...edges.get(from)].filter(([to]) => part.has(to)).map(([to, name]) => ({ from: modules.get(from).file, to: modules.get(to).file, name })),
    ),
  );
}

// `a::{b, c::{self, d as e}}` as its single paths.
function flatten(tree, prefix = []) {
  const text = tree.trim();
  const open = text.indexOf("{");
  if (open === -1) {
    const [path, alias] = text.split(" as ").map((part) => part.trim());
    const segments = [...prefix, ...path.split("::").filter(Boolean)];
    return [{ path: segments.at(-1) === "self" && segments.length > 1 ? segments.slice(0, -1) : segments, alias }];
  }
  const inner = text.slice(open + 1, text.lastIndexOf("}"));
  const head = [...prefix, ...text.slice(0, open).split("::").filter(Boolean)];
  return commas(inner).flatMap((part) => flatten(part, head));
}

function commas(text) {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part.trim() !== "");
}

// The code without comments and without the content of strings.
function withoutText(code) {
  return code.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\(?:.|u\{[^}]*\}|x..))'/g,
    (text) => (text.startsWith("/") ? "" : '""'),
  );
}

// The code without its unit tests.
function withoutTests(code) {
  let text = code;
  for (;;) {
    const start = text.search(/#\[cfg\((?:test|all\(test[^)]*\))\)\]/);
    if (start === -1) return text;
    const item = /[{;]/.exec(text.slice(start));
    let end = item === null ? text.length : start + item.index;
    if (text[end] === "{") {
      let depth = 0;
      do {
        if (text[end] === "{") depth += 1;
        if (text[end] === "}") depth -= 1;
        end += 1;
      } while (depth > 0 && end < text.length);
    } else end += 1;
    text = text.slice(0, start) + text.slice(end);
  }
}

function matches(text, pattern) {
  return [...text.matchAll(pattern)].map((match) => match.groups);
}
