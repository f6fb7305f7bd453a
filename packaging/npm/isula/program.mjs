// Finds the program for this machine.

/** The machines that there are programs for, by Node.js's names. */
const supported = new Set(["linux-x64", "linux-arm64"]);

/**
 * The path of `rest-gateway` in the package of this platform.
 * @param {string} platform `process.platform`
 * @param {string} cpu `process.arch`
 * @param {(path: string) => string} resolve finds a file of an installed package, and throws if there is none
 * @returns {string}
 * @throws an Error whose message says what to do
 */
export function programPath(platform, cpu, resolve) {
  const machine = `${platform}-${cpu}`;
  if (!supported.has(machine)) {
    throw new Error(`isula has no programs for ${machine}, only for ${[...supported].join(" and ")}`);
  }
  const name = `@isula/${machine}`;
  try {
    return resolve(`${name}/bin/rest-gateway`);
  } catch {
    throw new Error(
      `the package ${name} is not installed: npm leaves it out with --omit=optional, and when node_modules comes from ` +
        `another kind of machine. \`npm install ${name}\` installs it`,
    );
  }
}
