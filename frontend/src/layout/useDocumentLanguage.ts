import { useEffect } from 'react';
import { useTextLanguage } from '@/i18n/useFormat';

/** Sets the document's `lang`. */
export function useDocumentLanguage(): void {
  const language = useTextLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
}
