import { useEffect } from 'react';
import { useTextLanguage } from '@/i18n/useFormat';

/** The document says in which language it is; nothing hides what the build has drawn in French any longer. */
export function useDocumentLanguage(): void {
  const language = useTextLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    delete document.documentElement.dataset['otherLanguage'];
  }, []);
}
