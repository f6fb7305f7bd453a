/** Loads a chunk before it is needed. A failure shows where the chunk is needed. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => {});
}
