import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { classes } from '@/components/classes';
import styles from './RatingPill.module.css';
import { ratingWord, ratingWordOutOfTen } from '@/domain/ratingWord';

interface RatingPillProps {
  /** 0 to 5, as stored. */
  rating: number;
  /** 0 shows 'Nouveau' instead of a rating. Leave it out if the count is unknown. */
  reviewsCount?: number;
  /** Shows the rating doubled, out of 10, as a hotel's own page does. */
  outOfTen?: boolean;
  large?: boolean;
}

/** A rating: the figure in a pill, its word and the number of reviews. */
export function RatingPill({ rating, reviewsCount, outOfTen = false, large = false }: RatingPillProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (reviewsCount === 0) return <span className={classes(styles['rating'], styles['new'])}>{t('rating.new')}</span>;
  const max = outOfTen ? 10 : 5;
  const value = outOfTen ? rating * 2 : rating;
  const figure = format.number(value, 1);
  const word = outOfTen ? ratingWordOutOfTen(value) : ratingWord(value);
  return (
    <span className={classes(styles['rating'], large && styles['large'])}>
      <span className={styles['pill']} role="img" aria-label={t('rating.outOf', { value: figure, max })}>
        {figure}
      </span>
      <span className={styles['word']}>{t(`rating.word.${word}`)}</span>
      {reviewsCount !== undefined && (
        <span className={styles['count']}>{t('rating.reviews', { count: reviewsCount })}</span>
      )}
    </span>
  );
}
