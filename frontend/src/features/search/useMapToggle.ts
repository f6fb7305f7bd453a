import { useEffect, useRef, type RefObject } from 'react';
import { useAddressParams } from '@/widgets/page/useAddressParams';

interface MapToggle {
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
  const withMap = params.get('view') === 'map';
  const mapBox = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (wanted.current && withMap) mapBox.current?.scrollIntoView({ block: 'nearest' });
    wanted.current = false;
  }, [withMap]);

  const toggleMap = () => {
    wanted.current = !withMap;
    change({ view: withMap ? null : 'map' });
  };
  return { withMap, toggleMap, mapBox };
}
