import { useTranslation } from 'react-i18next';

/** Words as the page's language quotes them, one after the other. */
export function useQuoted(): (words: readonly string[]) => string {
  const { t } = useTranslation('ai-search');
  return (words) => words.map((word) => t('quoted', { words: word })).join(', ');
}
