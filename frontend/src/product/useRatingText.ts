import { shownRating, type RatingScale } from '@/domain/shownRating';
import { useFormat } from '@/i18n/useFormat';

/** Words a rating of 0 to 5 with its scale, such as '4,3/5' or '8,6/10'. */
export function useRatingText(): (rating: number, scale?: RatingScale) => string {
  const format = useFormat();
  return (rating, scale) => {
    const shown = shownRating(rating, scale);
    return `${format.number(shown.value, 1)}/${shown.scale}`;
  };
}
