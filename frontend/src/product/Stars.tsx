import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import styles from './Stars.module.css';

const FIVE = [1, 2, 3, 4, 5];

/** Five stars; the rating, rounded down, is the number of filled ones. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation();
  const filled = Math.floor(rating);
  return (
    <span className={styles['stars']} role="img" aria-label={t('rating.stars', { count: filled })}>
      {FIVE.map((star) => (
        <Star key={star} aria-hidden className={classes(star <= filled && styles['filled'])} />
      ))}
    </span>
  );
}
