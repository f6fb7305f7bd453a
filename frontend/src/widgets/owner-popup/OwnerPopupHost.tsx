import { lazy, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { localStore } from '@/browser/storage';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { OPEN_OWNER_POPUP, openOwnerPopup } from './openOwnerPopup';

const VISITED_KEY = 'has_visited_homepage';
const OwnerPopup = lazy(() => import('./OwnerPopup'));

/** Opens the popup on the first visit to the home page, and on the event `OPEN_OWNER_POPUP`. */
export function OwnerPopupHost() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(OPEN_OWNER_POPUP, show);
    return () => window.removeEventListener(OPEN_OWNER_POPUP, show);
  }, []);

  useEffect(() => {
    if (pathname !== '/' || localStore.get(VISITED_KEY)) return;
    localStore.set(VISITED_KEY, 'true');
    openOwnerPopup();
  }, [pathname]);

  return (
    open && (
      <DialogBoundary onClose={() => setOpen(false)}>
        <OwnerPopup onClose={() => setOpen(false)} />
      </DialogBoundary>
    )
  );
}
