import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * While the document holds the prerendered app shell with a skeleton (`prerenderShell`): resolves when the page may
 * replace the skeleton. Null for a document that holds the page.
 */
export const ShellOnly = createContext<Promise<unknown> | null>(null);

/**
 * True while the skeleton of the prerendered shell is shown: during hydration, which must render the same, and until the
 * page may replace it or the visitor leaves it. The page follows in a transition, so that React can interrupt the render
 * to handle input.
 */
export function useShellOnly(): boolean {
  const ready = useContext(ShellOnly);
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const [shellOnly, setShellOnly] = useState(ready !== null);
  useEffect(() => {
    const show = () => startTransition(() => setShellOnly(false));
    void ready?.then(show, show);
  }, [ready]);
  return shellOnly && key === firstKey;
}
