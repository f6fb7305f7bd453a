import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';

/** Formats words as a list of quotations in the page's language. */
export function useQuoted(): (words: readonly string[]) => string {
  const { t } = useTranslation('ai-search');
  const format = useFormat();
  return (words) => format.list(words.map((word) => t('quoted', { words: word })));
}
