import { useEffect, useRef, type RefObject } from 'react';
import { useSearchParams } from 'react-router';

interface MapToggle {
  readonly withMap: boolean;
  readonly toggleMap: () => void;
  readonly mapBox: RefObject<HTMLDivElement | null>;
}

/** Whether the map shows, which the address keeps. Who opens it is brought to it: on a phone it begins below the fold. */
export function useMapToggle(): MapToggle {
  const [params, setParams] = useSearchParams();
  const withMap = params.get('view') === 'map';
  const mapBox = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (wanted.current && withMap) mapBox.current?.scrollIntoView({ block: 'nearest' });
    wanted.current = false;
  }, [withMap]);

  const toggleMap = () => {
    wanted.current = !withMap;
    setParams(
      (known) => {
        const next = new URLSearchParams(known);
        if (withMap) next.delete('view');
        else next.set('view', 'map');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return { withMap, toggleMap, mapBox };
}
