import { memo } from 'react';
import type { Hotel } from '@/api/hotels';
import type { Search } from '@/domain/searchAddress';
import { ResultCard } from './ResultCard';
import { resultId } from './resultId';
import styles from './Results.module.css';

interface ResultItemProps {
  hotel: Hotel;
  search: Search;
  /** Whether the card is shown; else the room that it will take. */
  isDrawn: boolean;
  /** Loads the picture eagerly. */
  priority: boolean;
  isHighlighted: boolean;
  onHighlight: (ids: readonly number[]) => void;
  onOpenPhotos: (hotel: Hotel) => void;
}

/** An item of the list. It is memoized, so that a change of the list renders only the items that differ. */
export const ResultItem = memo(function ResultItem({ hotel, search, isDrawn, priority, isHighlighted, onHighlight, onOpenPhotos }: ResultItemProps) {
  return (
    <li
      id={resultId(hotel.id)}
      data-highlighted={isHighlighted || undefined}
      {...highlighting(() => onHighlight([hotel.id]), () => onHighlight([]))}
      className={styles['item']}
    >
      {isDrawn ? (
        <ResultCard hotel={hotel} search={search} priority={priority} onOpenPhotos={onOpenPhotos} />
      ) : (
        <div className={styles['toCome']} />
      )}
    </li>
  );
});

/** Event handlers for pointer and focus. */
function highlighting(onStart: () => void, onEnd: () => void) {
  return { onPointerEnter: onStart, onPointerLeave: onEnd, onFocus: onStart, onBlur: onEnd };
}
