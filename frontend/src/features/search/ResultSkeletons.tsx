import { useTranslation } from 'react-i18next';
import cardStyles from '@/components/Card.module.css';
import { classes } from '@/components/classes';
import { Loading, OpeningPicture, Skeleton } from '@/components/Skeleton';
import styles from './ResultSkeletons.module.css';

const PLACES = [1, 2, 3, 4];

/** Skeletons of result cards, in the cards' size. */
export function ResultSkeletons() {
  const { t } = useTranslation('search');
  return (
    <Loading label={t('results.loading')} className={styles['list'] ?? ''}>
      {PLACES.map((place) => (
        <div key={place} aria-hidden className={classes(cardStyles['card'], cardStyles['row'], styles['card'])}>
          <div className={cardStyles['picture']}>
            {place === 1 ? <OpeningPicture ratio={3 / 2} className={styles['opening']} /> : <Skeleton shape="block" ratio={3 / 2} />}
          </div>
          <div className={cardStyles['body']}>
            <Skeleton shape="title" width="60%" />
            <Skeleton width="40%" />
            <Skeleton width="50%" />
            <Skeleton width="90%" />
            <Skeleton width="80%" />
            <Skeleton width="70%" />
            <div className={cardStyles['foot']}>
              <Skeleton shape="pill" />
              <Skeleton shape="pill" />
            </div>
          </div>
        </div>
      ))}
    </Loading>
  );
}
