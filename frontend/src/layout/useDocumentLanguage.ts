import { useEffect } from 'react';
import { useTextLanguage } from '@/i18n/useFormat';

/** Sets the document's `lang`, and shows the page that the document hid from readers of other languages than French. */
export function useDocumentLanguage(): void {
  const language = useTextLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    delete document.documentElement.dataset['otherLanguage'];
  }, []);
}
