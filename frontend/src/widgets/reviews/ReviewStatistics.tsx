import { useTranslation } from 'react-i18next';
import type { ReviewList } from '@/api/reviews';
import { RatingPill } from '@/product/RatingPill';
import { STARS } from './stars';
import styles from './ReviewStatistics.module.css';

interface ReviewStatisticsProps {
  statistics: ReviewList['statistics'];
  outOfTen: boolean;
}

/** The average rating, and the number of reviews for each of five to one stars. */
export function ReviewStatistics({ statistics, outOfTen }: ReviewStatisticsProps) {
  const { t } = useTranslation(['reviews', 'common']);
  const { totalReviews, averageRating, ratingDistribution } = statistics;
  return (
    <div className={styles['statistics']}>
      <RatingPill large outOfTen={outOfTen} rating={averageRating} reviewsCount={totalReviews} />
      <ul aria-label={t('distribution.label')} className={styles['rows']}>
        {STARS.toReversed().map((stars) => {
          const count = ratingDistribution[String(stars)] ?? 0;
          const share = totalReviews > 0 ? (count / totalReviews) * 100 : 0;
          return (
            <li key={stars} className={styles['row']}>
              <span className="visually-hidden">{t('distribution.row', { stars: t('common:rating.stars', { count: stars }), count })}</span>
              <span aria-hidden>{stars}</span>
              <span aria-hidden className={styles['bar']}>
                <span style={{ width: `${share}%` }} />
              </span>
              <span aria-hidden className={styles['count']}>
                {count}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
