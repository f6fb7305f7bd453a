import { sessionStore } from './storage';

/** The build whose lost chunk has already caused a reload. */
const RELOADED_KEY = 'reloaded_build';
/** What Chromium, Firefox and WebKit say of a module that cannot be fetched. */
const LOST_CHUNK = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;
/** The chunk's address in these messages; WebKit names none. */
const CHUNK_URL = /https?:\S+/;
/** How long an interrupted page waits for the server's answer, and then for the page that the person has asked for. */
const LEAVING_MS = 5000;

/** Whether a chunk or a dictionary could not be fetched, for example because a deployment has replaced it. */
export function isLostChunk(error: unknown): error is Error {
  return error instanceof Error && LOST_CHUNK.test(error.message);
}

/** Whether this page is about to be reloaded. */
let reloading = false;

/**
 * Reloads the page to get the current build if the error is a lost chunk, once for each build, and returns whether it
 * does. Offline, and where the reload could not be remembered, it does not, because the page would be lost or reload for
 * ever.
 */
export function reloadForLostChunk(error: unknown, build = import.meta.url): boolean {
  if (!isLostChunk(error)) return false;
  if (reloading) return true;
  if (!navigator.onLine || sessionStore.get(RELOADED_KEY) === build || !sessionStore.persist(RELOADED_KEY, build)) return false;
  reloading = true;
  const url = CHUNK_URL.exec(error.message)?.[0];
  if (url) void reloadUnlessLeft(url, build);
  else window.location.reload();
  return true;
}

/**
 * Firefox interrupts the downloads of a page as soon as the person leaves it, and a reload at that moment would keep them
 * on it. If the server still has the chunk, the reload therefore waits until the next page has replaced this one.
 */
async function reloadUnlessLeft(url: string, build: string): Promise<void> {
  const signal = AbortSignal.timeout(LEAVING_MS);
  const isLost = await fetch(url, { cache: 'no-store', signal }).then(({ ok }) => !ok, () => false);
  if (isLost) return window.location.reload();
  // If the next page has the same build, it may still reload for a lost chunk of its own.
  sessionStore.remove(RELOADED_KEY);
  setTimeout(() => {
    if (sessionStore.persist(RELOADED_KEY, build)) window.location.reload();
  }, LEAVING_MS);
}
