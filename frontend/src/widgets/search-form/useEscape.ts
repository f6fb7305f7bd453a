import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onEscape` on Escape anywhere in the document while a popup is open. The popup's own handler sees the key only
 * once its chunk has loaded and it has the focus.
 */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
}
