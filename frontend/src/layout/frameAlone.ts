import { createContext, startTransition, useContext, useEffect, useState } from 'react';

/** Whether the build has drawn the frame of the first page alone (`drawFrame`). */
export const FrameAlone = createContext(false);

/** True while the frame takes over what the build has drawn; the page then comes as a transition, drawn in slices. */
export function useFrameAlone(): boolean {
  const [alone, setAlone] = useState(useContext(FrameAlone));
  useEffect(() => startTransition(() => setAlone(false)), []);
  return alone;
}
