/** Builds an example's page and serves it. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview, type InlineConfig } from 'vite';

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** The page of a folder at a free port. It knows of the stack only its address and the publishable key. */
export async function serveSite(folder: string, url: string, publishableKey: string): Promise<Site> {
  const outDir = await mkdtemp(join(tmpdir(), 'example-page-'));
  const config: InlineConfig = {
    configFile: false,
    root: folder,
    logLevel: 'warn',
    define: {
      'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(url),
      'import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY': JSON.stringify(publishableKey),
    },
    build: { outDir, emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 1000 },
    preview: { host: '127.0.0.1', port: 0 },
  };
  await build(config);
  const server = await preview(config);
  const origin = server.resolvedUrls?.local[0];
  const close = async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
  if (origin) return { origin, close };
  await close();
  throw new Error(`the page of ${folder} has no address`);
}
