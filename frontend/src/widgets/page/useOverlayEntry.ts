import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { afterPaint } from '@/scheduling/afterPaint';
import { entryState, type EntryState } from './entryState';

interface OverlayEntry {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * An overlay with a history entry of its own, so that Back closes it instead of leaving the page. What the overlay
 * changes in the query stays after it has closed.
 */
export function useOverlayEntry(overlay: string): OverlayEntry {
  const navigate = useNavigate();
  const location = useLocation();
  const { search, hash, key } = location;
  const state = entryState(location);
  const isOpen = state.overlay === overlay;
  const beneath = isOpen ? state.beneath : undefined;
  const left = useRef<{ beneath: string | undefined; search: string } | null>(null);
  const closing = useRef(false);

  useEffect(() => {
    if (isOpen) {
      left.current = { beneath, search };
      return;
    }
    closing.current = false;
    const before = left.current;
    left.current = null;
    if (before?.beneath !== key || before.search === search) return;
    void navigate({ search: before.search, hash }, { replace: true, preventScrollReset: true, state: location.state });
  }, [isOpen, beneath, search, hash, key, navigate, location.state]);

  return {
    isOpen,
    open: () => {
      const opened: EntryState = { ...state, overlay, beneath: key };
      void navigate({ search, hash }, { state: opened, preventScrollReset: true });
    },
    close: () => {
      if (!isOpen || closing.current) return;
      closing.current = true;
      // Going back renders the page without the overlay at once, which takes long: the press shows first.
      afterPaint(() => void navigate(-1));
    },
  };
}
