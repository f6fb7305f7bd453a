import { useTranslation } from 'react-i18next';
import { useFormat, useTextLanguage } from '@/i18n/useFormat';
import type { Establishment } from './establishment';

/** The meta description: the owner's text if it is in the page's language, else a generated one. */
export function useDescription({ name, city, overview, language, rating, reviewsCount, pricePerNight }: Establishment): string {
  const { t } = useTranslation(['hotel-detail', 'common']);
  const format = useFormat();
  const pageLanguage = useTextLanguage();
  const [words] = overview;
  if (words && (language === undefined ? pageLanguage : language) === pageLanguage) return words;
  const facts = { name, city, price: format.price(pricePerNight) };
  if (reviewsCount === 0) return t('description.unrated', facts);
  const reviews = t('common:rating.reviews', { count: reviewsCount });
  return t('description.rated', { ...facts, rating: format.number(rating * 2, 1), reviews });
}
