export type Point = readonly [number, number];

/** SVG path data of a closed line with whole numbers, in relative coordinates. */
export function pathOf([first = [0, 0], ...others]: readonly Point[]): string {
  let [x, y] = first;
  const steps = others.map(([nextX, nextY]) => {
    const step = `${nextX - x},${nextY - y}`;
    [x, y] = [nextX, nextY];
    return step;
  });
  return `M${first.join(',')}l${steps.filter((step) => step !== '0,0').join(' ')}z`.replaceAll(/[ ,](?=-)/g, '');
}
