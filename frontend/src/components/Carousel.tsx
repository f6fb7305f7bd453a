import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Children, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from './Button';
import styles from './Carousel.module.css';
import { useControlLabels } from './controlLabels';

const STEP_PX = 280;
/** Within this distance of an end, the arrow towards that end is disabled. */
const ARROW_MARGIN_PX = 10;

interface CarouselProps {
  label: string;
  step?: number;
  children: ReactNode;
}

/** A horizontally scrolling row with two arrow buttons. Each child becomes a list item. */
export function Carousel({ label, step = STEP_PX, children }: CarouselProps) {
  const labels = useControlLabels();
  const track = useRef<HTMLUListElement>(null);
  const [more, setMore] = useState({ before: false, after: false });

  const measure = useCallback(() => {
    const list = track.current;
    if (!list) return;
    const before = list.scrollLeft > ARROW_MARGIN_PX;
    const after = list.scrollLeft < list.scrollWidth - list.clientWidth - ARROW_MARGIN_PX;
    setMore((known) => (known.before === before && known.after === after ? known : { before, after }));
  }, []);

  useEffect(() => {
    const list = track.current;
    if (!list) return undefined;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => observer.disconnect();
  }, [measure]);
  // After every render: the children may have changed the scroll width.
  useEffect(measure);

  const scroll = (direction: 1 | -1) => track.current?.scrollBy({ left: direction * step, behavior: 'smooth' });

  return (
    <div className={styles['carousel']} role="group" aria-label={label}>
      <ul ref={track} className={styles['track']} onScroll={measure} tabIndex={0} aria-label={label}>
        {Children.map(children, (child) => (
          <li className={styles['item']}>{child}</li>
        ))}
      </ul>
      <IconButton raised label={labels.scrollLeft} disabled={!more.before} className={styles['previous']} onClick={() => scroll(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton raised label={labels.scrollRight} disabled={!more.after} className={styles['next']} onClick={() => scroll(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}
