// Prints a figure next to its goal.

/** A rate as a share of a yardstick from the same run. */
export function share(name, rate, of, yardstick, goal) {
  if (yardstick === undefined) return console.log(`${name}: ${rate.toFixed(0)}; ${of}: there is no pgbench here`);
  const ratio = rate / yardstick;
  const verdict = goal === undefined ? "" : `, goal ${goal}: ${ratio >= goal ? "reached" : "MISSED"}`;
  console.log(`${name}: ${rate.toFixed(0)}, ${ratio.toFixed(2)} of ${yardstick.toFixed(0)} ${of}${verdict}`);
}

/** A figure that must reach its goal. */
export function atLeast(name, value, unit, goal) {
  console.log(`${name}: ${value.toFixed(0)} ${unit}, goal at least ${goal}: ${value >= goal ? "reached" : "MISSED"}`);
}

/** A figure that must stay below its goal. */
export function check(name, value, unit, goal) {
  console.log(`${name}: ${value.toFixed(1)} ${unit}, goal below ${goal}: ${value < goal ? "reached" : "MISSED"}`);
}
