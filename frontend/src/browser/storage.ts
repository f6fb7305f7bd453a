/**
 * Web storage that never throws. Where the browser blocks it or its quota is used up, values are kept in memory until
 * the page is left.
 */
interface SafeStorage {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
  /** Stores a value; false if it would not survive a reload. */
  readonly persist: (key: string, value: string) => boolean;
}

function safeStorage(area: 'localStorage' | 'sessionStorage'): SafeStorage {
  /** Values that the browser did not accept. */
  const unsaved = new Map<string, string>();
  const persist = (key: string, value: string) => {
    try {
      window[area].setItem(key, value);
      unsaved.delete(key);
      return true;
    } catch {
      unsaved.set(key, value);
      return false;
    }
  };
  return {
    get(key) {
      const kept = unsaved.get(key);
      if (kept !== undefined) return kept;
      try {
        return window[area].getItem(key);
      } catch {
        return null;
      }
    },
    set: (key, value) => void persist(key, value),
    remove(key) {
      unsaved.delete(key);
      try {
        window[area].removeItem(key);
      } catch {
        // A blocked storage holds nothing.
      }
    },
    persist,
  };
}

export const localStore = safeStorage('localStorage');
export const sessionStore = safeStorage('sessionStorage');
