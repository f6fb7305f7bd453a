import { useState } from 'react';
import { useLocation } from 'react-router';

/** Calls `close` after a navigation to another page, for example by a phone's back button. */
export function useClosedByLeaving(close: () => void): void {
  const { pathname } = useLocation();
  const [shownOn, setShownOn] = useState(pathname);
  if (shownOn === pathname) return;
  setShownOn(pathname);
  close();
}
