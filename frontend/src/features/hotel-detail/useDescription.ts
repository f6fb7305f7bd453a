import { useTranslation } from 'react-i18next';
import { shownRating } from '@/domain/shownRating';
import { useFormat, useTextLanguage } from '@/i18n/useFormat';
import type { Establishment } from './establishment';

/** The meta description: the owner's text if it is in the page's language, else a generated one. */
export function useDescription({ name, city, overview, language, rating, reviewsCount, pricePerNight }: Establishment): string {
  const { t } = useTranslation(['hotel-detail', 'common']);
  const format = useFormat();
  const pageLanguage = useTextLanguage();
  const [words] = overview;
  if (words && (language === undefined ? pageLanguage : language) === pageLanguage) return words;
  const hasPrice = pricePerNight > 0;
  const facts = { name, city, price: format.price(pricePerNight) };
  if (reviewsCount === 0) return t(hasPrice ? 'description.unrated' : 'description.unratedUnpriced', facts);
  const reviews = t('common:rating.reviews', { count: reviewsCount });
  const figure = format.number(shownRating(rating, 10).value, 1);
  return t(hasPrice ? 'description.rated' : 'description.ratedUnpriced', { ...facts, rating: figure, reviews });
}
