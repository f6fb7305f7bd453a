import { useEffect } from 'react';
import { useTextLanguage } from '@/i18n/useFormat';

export function useDocumentLanguage(): void {
  const language = useTextLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
}
