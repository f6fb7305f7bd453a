import { useEffect, useRef, useState, type RefObject } from 'react';

const MARGIN_PX = 300;

/**
 * For lazy loading: a ref for an element, and whether that element has come within 300 px of the viewport. Once true,
 * it stays true.
 */
export function useNearViewport<T extends Element>(): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setIsNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: `${MARGIN_PX}px`,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [element, isNear];
}
