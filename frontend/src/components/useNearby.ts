import { useEffect, useRef, useState, type RefObject } from 'react';

const NEAR_PX = 300;

/** Whether an element has come near to what the window shows: the moment for what is heavy and further down. */
export function useNearby<T extends Element>(): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [nearby, setNearby] = useState(false);
  useEffect(() => {
    if (nearby || !element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNearby(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: `${NEAR_PX}px`,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [nearby]);
  return [element, nearby];
}
