import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** After a change of page the focus goes to the page, so that a screen reader begins there. */
export function useRouteFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
