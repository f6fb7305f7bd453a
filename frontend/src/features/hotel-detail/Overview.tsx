import { Quote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { Loading, Skeleton } from '@/components/Skeleton';
import { LanguageNote } from '@/widgets/descriptions/LanguageNote';
import { PlaceMap } from '@/product/PlaceMap';
import { RatingPill } from '@/product/RatingPill';
import { useRatingText } from '@/product/useRatingText';
import { ASPECTS, type Establishment } from './establishment';
import styles from './Overview.module.css';
import { Section } from './Section';
import { usePosition } from './usePosition';

export function Overview({ establishment }: { establishment: Establishment }) {
  const { t } = useTranslation(['hotel-detail', 'reviews']);
  const { overview, language, isTranslating = false, featuredReviews, location, reviewsCount } = establishment;
  const position = usePosition(establishment);
  return (
    <Section name="overview">
      <div className={styles['columns']}>
        <div className={styles['text']}>
          {isTranslating && (
            <Loading>
              <Skeleton />
              <Skeleton />
              <Skeleton width="60%" />
            </Loading>
          )}
          {overview.map((paragraph) => (
            <p key={paragraph} lang={language ?? undefined}>
              {paragraph}
            </p>
          ))}
          {overview.length > 0 && <LanguageNote language={language} />}
          {featuredReviews.length > 0 && (
            <>
              <h3>{t('overview.featured')}</h3>
              <ul className={styles['featured']}>
                {featuredReviews.map(({ title, comment, author }) => (
                  <li key={title}>
                    <Quote aria-hidden />
                    <figure>
                      <blockquote>
                        <p className={styles['quoteTitle']}>{title}</p>
                        <p>{comment}</p>
                      </blockquote>
                      <figcaption>
                        {author} <Badge tone="sand">{t('reviews:sample')}</Badge>
                      </figcaption>
                    </figure>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        {reviewsCount > 0 && (
          <aside>
            <RatingSummary establishment={establishment} />
          </aside>
        )}
        <div className={styles['where']}>
          <h3>{t('overview.map')}</h3>
          <PlaceMap place={location} position={position} />
        </div>
      </div>
    </Section>
  );
}

function RatingSummary({ establishment }: { establishment: Establishment }) {
  const { t } = useTranslation('hotel-detail');
  const ratingText = useRatingText();
  const { rating, reviewsCount, ratings } = establishment;
  return (
    <div className={styles['summary']}>
      <RatingPill large outOfTen rating={rating} reviewsCount={reviewsCount} />
      <dl aria-label={t('aspects.label')} className={styles['aspects']}>
        {ASPECTS.map((aspect) => (
          <div key={aspect}>
            <dt>{t(`aspects.${aspect}`)}</dt>
            <dd>
              {ratingText(ratings[aspect], 10)}
              <span aria-hidden className={styles['bar']}>
                <span style={{ width: `${ratings[aspect] * 20}%` }} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles['estimated']}>{t('aspects.estimated')}</p>
    </div>
  );
}
