import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { LocateError, locateTown, type LocateFailure } from '@/widgets/search-form/locate';

export interface ArrivalByPosition {
  readonly locating: boolean;
  readonly locateError: LocateFailure | 'far' | null;
}

/** Whether the address requests a search near the visitor. */
export function isByPosition(params: URLSearchParams): boolean {
  return params.get('geolocation') === 'true';
}

/**
 * Replaces `geolocation=true` in the address by the town nearest to the visitor, or returns the reason of a failure.
 */
export function useArrivalByPosition(): ArrivalByPosition {
  const [params, setParams] = useSearchParams();
  const asked = isByPosition(params);
  const [found, setFound] = useState<{ locateError: ArrivalByPosition['locateError']; destination: string | null }>();
  const destination = params.get('destination');
  const known = useRef(destination);
  useEffect(() => {
    known.current = destination;
  });

  useEffect(() => {
    if (!asked) return undefined;
    let left = false;
    const arrive = (town: string | null, locateError: ArrivalByPosition['locateError']) => {
      if (left) return;
      setFound({ locateError, destination: town ?? known.current });
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('geolocation');
          if (town) next.set('destination', town);
          return next;
        },
        { replace: true },
      );
    };
    locateTown().then(
      ({ town, far }) => arrive(town, far ? 'far' : null),
      (error: unknown) => arrive(null, error instanceof LocateError ? error.reason : 'other'),
    );
    return () => {
      left = true;
    };
  }, [asked, setParams]);

  // A notice is valid for its own destination only.
  return { locating: asked, locateError: found?.destination === destination ? found.locateError : null };
}
