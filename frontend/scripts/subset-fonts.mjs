/**
 * Cuts the two faces down to the glyphs and axes that the site uses, into src/styles/fonts. Run it after a change of
 * the packages or of the alphabet: `npm run fonts`. Prints the metrics that fonts.css needs for its fallbacks.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const LATIN = range(0x20, 0x7e) + range(0xa0, 0xff);
const BEYOND = 'ŒœŸŠšŽžŐőŰűıĂăÊêÎîÔô–—‘’‚“”„†•…‰‹›€™−×÷≈≤≥→←↑↓· \u2009\u202f\u2011';

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
  const part = await subsetFont(whole, LATIN + BEYOND, {
    targetFormat: 'woff2',
    variationAxes,
    noHinting: true,
    keepFeatures: ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'],
  });
  await writeFile(`src/styles/fonts/${to}`, part);
  console.log(`${to}: ${whole.length} -> ${part.length} bytes`);
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}
