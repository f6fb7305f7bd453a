import { createContext, startTransition, useContext, useEffect, useState } from 'react';

/** Whether the build has drawn the frame of the first page alone (`prerenderShell`). */
export const ShellOnly = createContext(false);

/** True while the frame takes over what the build has drawn; the page then comes as a transition, drawn in slices. */
export function useShellOnly(): boolean {
  const [alone, setAlone] = useState(useContext(ShellOnly));
  useEffect(() => startTransition(() => setAlone(false)), []);
  return alone;
}
