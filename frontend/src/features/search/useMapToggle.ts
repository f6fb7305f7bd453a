import { useDeferredValue, useEffect, useRef, type RefObject } from 'react';
import { useAddressParams } from '@/widgets/page/useAddressParams';

interface MapToggle {
  /** Whether the map is wanted: the state of its button. */
  readonly isWanted: boolean;
  /** Whether the map is shown. It follows `isWanted` in an interruptible render, because the whole page changes with it. */
  readonly withMap: boolean;
  readonly toggleMap: () => void;
  readonly mapBox: RefObject<HTMLDivElement | null>;
}

/**
 * Whether the map is shown; the address keeps it. Opening the map scrolls to it, because on a phone it is below the
 * fold.
 */
export function useMapToggle(): MapToggle {
  const { params, change } = useAddressParams();
  const isWanted = params.get('view') === 'map';
  const withMap = useDeferredValue(isWanted);
  const mapBox = useRef<HTMLDivElement>(null);
  const scrolls = useRef(false);
  useEffect(() => {
    if (scrolls.current && withMap) mapBox.current?.scrollIntoView({ block: 'nearest' });
    scrolls.current = false;
  }, [withMap]);

  const toggleMap = () => {
    scrolls.current = !isWanted;
    change({ view: isWanted ? null : 'map' });
  };
  return { isWanted, withMap, toggleMap, mapBox };
}
