import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const COMPRESSIBLE = new Set(['.css', '.html', '.ico', '.js', '.json', '.mjs', '.svg', '.txt', '.webmanifest', '.xml']);
/** Smaller files hardly shrink. A page loads many files of just above this size, so that compressing them counts. */
const MIN_BYTES = 256;
/** The front door inserts its key or its address into these files, so they must not be precompressed. */
const REWRITTEN_BY_SERVER = new Set(['.html', '.xml']);

/** Writes a Brotli (`.br`) and a gzip (`.gz`) copy next to every text file of the build. */
export function compressedCopies(): Plugin {
  let folder = 'dist';
  return {
    name: 'compressed-copies',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      await Promise.all(
        entries
          .filter((entry) => entry.isFile() && isCompressible(entry.name))
          .map((entry) => compress(join(entry.parentPath, entry.name))),
      );
    },
  };
}

function isCompressible(name: string): boolean {
  const extension = extname(name);
  return COMPRESSIBLE.has(extension) && !REWRITTEN_BY_SERVER.has(extension);
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < MIN_BYTES) return;
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    deflate(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
