// A seeded random number generator (mulberry32). The same seed gives the same picture on every machine.

/** A function that returns the next number in [0, 1). */
export function seededRandom(seed) {
  let state = Math.imul(seed, 2654435761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  next.range = (low, high) => low + (high - low) * next();
  next.int = (low, high) => Math.floor(next.range(low, high + 1));
  next.pick = (list) => list[Math.floor(next() * list.length)];
  next.chance = (probability) => next() < probability;
  return next;
}
