import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { classes } from '@/components/classes';
import styles from './RatingPill.module.css';
import { shownRating } from '@/domain/shownRating';
import { useRatingText } from './useRatingText';

interface RatingPillProps {
  /** 0 to 5, as stored. */
  rating: number;
  /** 0 shows 'Nouveau' instead of a rating. Leave it out if the count is unknown. */
  reviewsCount?: number;
  /** Shows the rating out of 10, as a hotel's own page does, with the figure of its cards beside it. */
  outOfTen?: boolean;
  large?: boolean;
}

/** A rating: the figure with its scale in a pill, its word and the number of reviews. */
export function RatingPill({ rating, reviewsCount, outOfTen = false, large = false }: RatingPillProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const ratingText = useRatingText();
  if (reviewsCount === 0) return <span className={classes(styles['rating'], styles['new'])}>{t('rating.new')}</span>;
  const { value, scale, word } = shownRating(rating, outOfTen ? 10 : 5);
  const figure = format.number(value, 1);
  // The figure of the cards that lead to the page.
  const outOfFive = outOfTen ? `(${ratingText(rating)})` : undefined;
  return (
    <span className={classes(styles['rating'], large && styles['large'])}>
      <span className={styles['pill']} role="img" aria-label={t('rating.outOf', { value: figure, max: scale })}>
        {figure}
        <span className={styles['scale']}>/{scale}</span>
      </span>
      <span className={styles['word']}>{t(`rating.word.${word}`)}</span>
      {outOfFive && <span className={styles['count']}>{outOfFive}</span>}
      {reviewsCount !== undefined && (
        <span className={styles['count']}>{t('rating.reviews', { count: reviewsCount })}</span>
      )}
    </span>
  );
}
