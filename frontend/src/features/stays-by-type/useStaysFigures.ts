import { useTranslation } from 'react-i18next';
import { averageRating, lowestKnownPrice } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { useRatingText } from '@/product/useRatingText';
import type { Statistic } from '@/widgets/listing/StatisticsStrip';
import type { Stays } from './useStays';

/** The value of a figure during loading. Afterwards, an unknown figure is left out. */
const UNKNOWN = '…';

/** The figures of the listing: hotels, towns, average rating and lowest price. */
export function useStaysFigures({ loading, hotels }: Stays): readonly Statistic[] {
  const { t } = useTranslation('stays-by-type');
  const format = useFormat();
  const ratingText = useRatingText();
  const towns = new Set(hotels.map(({ city }) => city)).size;
  const rating = averageRating(hotels.filter(({ reviewsCount }) => reviewsCount > 0));
  const lowest = lowestKnownPrice(hotels);
  const known = (value: string) => (hotels.length > 0 ? value : UNKNOWN);
  const figures = [
    { value: known(format.number(hotels.length)), label: t('statistics.stays', { count: hotels.length }) },
    { value: known(format.number(towns)), label: t('statistics.towns', { count: towns }) },
    { value: rating === undefined ? UNKNOWN : ratingText(rating), label: t('statistics.rating') },
    { value: lowest === undefined ? UNKNOWN : format.price(Math.round(lowest)), label: t('statistics.from') },
  ];
  return loading ? figures : figures.filter(({ value }) => value !== UNKNOWN);
}
