import { useState } from 'react';
import { reloadForLostChunk } from '@/browser/lostChunk';

/** Reloads the page once if the error is a lost chunk. True while the page reloads, so that no error flashes up. */
export function useReloadForLostChunk(error: unknown): boolean {
  const [reloading] = useState(() => reloadForLostChunk(error));
  return reloading;
}
