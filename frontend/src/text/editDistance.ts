/**
 * The number of typing errors between two texts: characters that are inserted, left out, replaced, or swapped with their
 * neighbour (optimal string alignment). Infinity if there are more than `limit`.
 */
export function editDistance(from: string, to: string, limit: number): number {
  const a = Array.from(from);
  const b = Array.from(to);
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    if (Math.min(...current) > limit) return Infinity;
    beforeLast = last;
    last = current;
  }
  const distance = at(last, b.length);
  return distance > limit ? Infinity : distance;
}

function at(distances: readonly number[], index: number): number {
  return distances[index] ?? Infinity;
}
