import { useState } from 'react';
import { useLocation } from 'react-router';

/** Closes what lies over a page when another page takes its place, as the back button of a phone does. */
export function useClosedByLeaving(close: () => void): void {
  const { pathname } = useLocation();
  const [shownOn, setShownOn] = useState(pathname);
  if (shownOn === pathname) return;
  setShownOn(pathname);
  close();
}
