/**
 * Subsets the two fonts to the glyphs and variation axes that the site uses, and writes them to src/styles/fonts. Run
 * it after an update of the packages or a change of the glyphs: `npm run fonts`. Prints the file sizes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const LATIN = range(0x20, 0x7e) + range(0xa0, 0xff);
const MORE_GLYPHS = 'ŒœŸŠšŽžŐőŰűıĂăÊêÎîÔô–—‘’‚“”„†•…‰‹›€™−×÷≈≤≥→←↑↓· \u2009\u202f\u2011';

const faces = [
  {
    from: '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
    to: 'fraunces.woff2',
    variationAxes: { SOFT: 100, WONK: 0, wght: 560, opsz: { min: 18, max: 144 } },
  },
  {
    from: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    to: 'figtree.woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
];

await mkdir('src/styles/fonts', { recursive: true });
for (const { from, to, variationAxes } of faces) {
  const whole = await readFile(`node_modules/${from}`);
  const part = await subsetFont(whole, LATIN + MORE_GLYPHS, {
    targetFormat: 'woff2',
    variationAxes,
    noHinting: true,
    keepFeatures: ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'],
  });
  await writeFile(`src/styles/fonts/${to}`, part);
  console.log(`${to}: ${whole.length} -> ${part.length} bytes`);
}

/** All characters from one code point to another. */
function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}
