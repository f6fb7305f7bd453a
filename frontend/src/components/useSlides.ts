import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

/** A swipe has ended when there was no scroll event for this long. */
const SCROLL_END_MS = 100;

/** State of a slideshow whose slides are as wide as its track. Buttons, arrow keys and swipes set `shown`, an index. */
export function useSlides(count: number, start = 0) {
  const track = useRef<HTMLUListElement>(null);
  const scrollEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(start);
  const last = count - 1;

  const go = (index: number) => {
    const list = track.current;
    const target = Math.min(Math.max(index, 0), last);
    setShown(target);
    list?.scrollTo?.({ left: target * list.clientWidth, behavior: 'smooth' });
  };
  useEffect(() => () => clearTimeout(scrollEnd.current), []);
  const onScroll = () => {
    clearTimeout(scrollEnd.current);
    scrollEnd.current = setTimeout(() => {
      const list = track.current;
      if (list && list.clientWidth > 0) setShown(Math.round(list.scrollLeft / list.clientWidth));
    }, SCROLL_END_MS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  };
  return { track, shown, last, go, onScroll, onKeyDown };
}
