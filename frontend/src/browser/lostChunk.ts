import { sessionStore } from './storage';

/** The build whose lost chunk has already caused a reload. */
const RELOADED_KEY = 'reloaded_build';
/** What Chromium, Firefox and WebKit say of a module that cannot be fetched. */
const LOST_CHUNK = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** Whether a chunk or a dictionary could not be fetched, for example because a deployment has replaced it. */
export function isLostChunk(error: unknown): boolean {
  return error instanceof Error && LOST_CHUNK.test(error.message);
}

/** Whether this page is about to be reloaded. */
let reloading = false;

/**
 * Reloads the page to get the current build, once for each build, and returns whether it does. Offline, and where the
 * reload could not be remembered, it does not, because the page would be lost or reload for ever.
 */
export function reloadForCurrentBuild(build = import.meta.url): boolean {
  if (reloading) return true;
  if (!navigator.onLine || sessionStore.get(RELOADED_KEY) === build || !sessionStore.persist(RELOADED_KEY, build)) return false;
  reloading = true;
  window.location.reload();
  return true;
}
