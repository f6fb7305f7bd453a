import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses the trigger of a popup when it has closed, unless the focus has gone elsewhere. The popup may have closed with
 * the focused element already removed, and Safari does not focus a button on a click.
 */
export function useFocusReturn(trigger: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) {
      wasOpen.current = true;
      return undefined;
    }
    if (!wasOpen.current) return undefined;
    wasOpen.current = false;
    // After the frame in which the popup leaves the document.
    const frame = requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) trigger.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen, trigger]);
}
