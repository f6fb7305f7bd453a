import { createContext, startTransition, useContext, useEffect, useState } from 'react';

/** True while the document holds the prerendered app shell with a skeleton, and not the page (`prerenderShell`). */
export const ShellOnly = createContext(false);

/**
 * True during the hydration of a prerendered shell, which must render the same skeleton. The page follows in a
 * transition, so that React can interrupt the render to handle input.
 */
export function useShellOnly(): boolean {
  const [shellOnly, setShellOnly] = useState(useContext(ShellOnly));
  useEffect(() => startTransition(() => setShellOnly(false)), []);
  return shellOnly;
}
