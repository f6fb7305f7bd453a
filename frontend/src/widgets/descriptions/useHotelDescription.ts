import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Hotel } from '@/api/hotels';
import type { Language } from '@/i18n/language';
import { languageOf } from '@/i18n/languageOf';
import { useTextLanguage } from '@/i18n/useFormat';

export interface HotelDescription {
  /** Empty while the translation loads. */
  readonly text: string;
  /** The language of the text, if it is known. */
  readonly language: Language | null;
  readonly isLoading: boolean;
}

/** A hotel's description in the page's language if it is translated, else as the owner wrote it. */
export function useHotelDescription({ id, description }: Pick<Hotel, 'id' | 'description'>): HotelDescription {
  const page = useTextLanguage();
  const written = useMemo(() => languageOf(description), [description]);
  const { data: translation, isLoading } = useQuery({
    queryKey: ['description', page, id, description],
    queryFn: async () => {
      const { translationOf } = await import('@/sample-content/descriptions/translations');
      return translationOf(id, description, page);
    },
    enabled: description !== '' && written !== page,
    staleTime: Infinity,
    // The texts are files of the site. Without them, the owner's text is shown at once.
    retry: false,
  });
  return useMemo(() => {
    if (isLoading) return { text: '', language: page, isLoading };
    if (translation && written !== page) return { text: translation, language: page, isLoading };
    return { text: description, language: written, isLoading };
  }, [isLoading, translation, written, page, description]);
}
