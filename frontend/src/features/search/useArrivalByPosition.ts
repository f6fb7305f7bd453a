import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { LocateError, locateTown, type LocateFailure } from '@/features/search-form/locate';

interface ArrivalByPosition {
  readonly locating: boolean;
  readonly problem: LocateFailure | 'far' | null;
}

/** An address with `geolocation=true` becomes one with the town nearest to the person, or says why it cannot. */
export function useArrivalByPosition(): ArrivalByPosition {
  const [params, setParams] = useSearchParams();
  const asked = params.get('geolocation') === 'true';
  const [problem, setProblem] = useState<ArrivalByPosition['problem']>(null);

  useEffect(() => {
    if (!asked) return undefined;
    let left = false;
    const arrive = (town: string | null, found: ArrivalByPosition['problem']) => {
      if (left) return;
      setProblem(found);
      setParams(
        (known) => {
          const next = new URLSearchParams(known);
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

  return { locating: asked, problem };
}
