import { useEffect } from 'react';
import { useTextLanguage } from '@/i18n/useFormat';

/** The document says in which language it is, and that what the build has drawn of it (`build/prerender.ts`) is alive. */
export function useOwnDocument(): void {
  const language = useTextLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    delete document.documentElement.dataset['otherLanguage'];
    document.getElementById('root')?.removeAttribute('aria-busy');
  }, []);
}
