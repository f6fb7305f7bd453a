import { useEffect, useState } from 'react';
import type { Suggestion } from '@/geography/gazetteer';

type SuggestPlaces = (text: string) => readonly Suggestion[];

const NONE: readonly Suggestion[] = [];

/**
 * Places that a text stands for by another name or in another spelling. Their names load when the suggestions open,
 * before the first text, which would have to wait for them.
 */
export function useFurtherPlaces(text: string, isOpen: boolean): readonly Suggestion[] {
  const [suggest, setSuggest] = useState<SuggestPlaces | null>(null);
  const isNeeded = isOpen && suggest === null;
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isObsolete = false;
    import('@/geography/gazetteer').then(
      ({ suggestPlaces }) => {
        if (!isObsolete) setSuggest(() => suggestPlaces);
      },
      // The field suggests the names that it has.
      (error: unknown) => console.warn('Further names of places could not be loaded', error),
    );
    return () => {
      isObsolete = true;
    };
  }, [isNeeded]);
  return text && suggest ? suggest(text) : NONE;
}
