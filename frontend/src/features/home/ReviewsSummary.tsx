import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import { ButtonLink } from '@/components/Button';
import { classes } from '@/components/classes';
import covering from '@/components/CoveringLink.module.css';
import { hotelAddress } from '@/domain/hotelAddress';
import { RatingPill } from '@/product/RatingPill';
import { useRatingText } from '@/product/useRatingText';
import { Loading, Skeleton } from '@/components/Skeleton';
import { Stars } from '@/product/Stars';
import { AVERAGE_RATING, CRITERIA } from '@/sample-content/ratingCriteria';
import { useHydrating } from '@/components/useHydrating';
import styles from './ReviewsSummary.module.css';
import { Section } from './Section';

const BEST = 5;

/** §2 Home: a summary of the ratings, and the best rated hotels. */
export function ReviewsSummary() {
  const { t } = useTranslation('home-offers');
  return (
    <Section
      title={t('reviews.title')}
      text={t('reviews.text')}
      aside={
        <ButtonLink to="/search?sort=ratingDesc" variant="quiet" size="sm">
          {t('reviews.all')}
        </ButtonLink>
      }
    >
      <div className={styles['reviews']}>
        <Average />
        <BestRated />
      </div>
    </Section>
  );
}

function Average() {
  const { t } = useTranslation('home-offers');
  const ratingText = useRatingText();
  return (
    <div className={styles['average']}>
      <p className={styles['score']}>
        <span className={styles['figure']}>{ratingText(AVERAGE_RATING)}</span>
        <span>
          <Stars rating={AVERAGE_RATING} />
          {t('reviews.score')}
        </span>
      </p>
      <dl className={styles['criteria']} aria-label={t('reviews.criteria')}>
        {CRITERIA.map(({ key, rating }) => (
          <div key={key} className={styles['criterion']}>
            <dt>{t(`reviews.criterion.${key}`)}</dt>
            <dd>
              <meter min={0} max={5} value={rating} aria-hidden className={styles['meter']} />
              {ratingText(rating)}
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('reviews.recommend')}</p>
    </div>
  );
}

/** The best rated hotels, from the list that the home page fetches anyway. Renders nothing after a failed request. */
function BestRated() {
  const { t } = useTranslation('home-offers');
  const query = useQuery({ ...hotelsQuery(), select: bestFirst });
  const isHydrating = useHydrating();
  const isPending = query.isPending || isHydrating;
  const data = isHydrating ? undefined : query.data;
  if (!isPending && !data?.length) return null;
  return (
    <div className={styles['best']}>
      <h3>{t('reviews.best')}</h3>
      {data ? (
        <ol className={styles['ranking']}>
          {data.map((hotel) => (
            <li key={hotel.id} className={classes(covering['area'], styles['rank'])}>
              <h4 className={styles['name']}>
                <Link to={hotelAddress(hotel.id)} className={covering['link']}>{hotel.name}</Link>
              </h4>
              <p className={styles['city']}>{hotel.city}</p>
              <RatingPill rating={hotel.rating} reviewsCount={hotel.reviewsCount} />
            </li>
          ))}
        </ol>
      ) : (
        <Loading className={styles['loading']}>
          {Array.from({ length: BEST }, (_, index) => (
            <Skeleton key={index} shape="pill" />
          ))}
        </Loading>
      )}
      <p className={styles['invite']}>{t('reviews.invite')}</p>
    </div>
  );
}

/** By rating, then by number of reviews. */
function bestFirst(hotels: Hotel[]): Hotel[] {
  return hotels.toSorted((a, b) => b.rating - a.rating || b.reviewsCount - a.reviewsCount).slice(0, BEST);
}
