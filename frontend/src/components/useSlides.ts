import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

/** A swipe is over when the track has not moved for this long. */
const REST_MS = 100;

/** A track of slides as wide as itself: buttons, arrow keys and swipes all lead to the one that is shown. */
export function useSlides(count: number, start = 0) {
  const track = useRef<HTMLUListElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(start);
  const last = count - 1;

  const go = (index: number) => {
    const list = track.current;
    const target = Math.min(Math.max(index, 0), last);
    setShown(target);
    list?.scrollTo?.({ left: target * list.clientWidth, behavior: 'smooth' });
  };
  useEffect(() => () => clearTimeout(resting.current), []);
  const onScroll = () => {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const list = track.current;
      if (list && list.clientWidth > 0) setShown(Math.round(list.scrollLeft / list.clientWidth));
    }, REST_MS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  };
  return { track, shown, last, go, onScroll, onKeyDown };
}
