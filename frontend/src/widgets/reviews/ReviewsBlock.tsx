import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { lazy, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewsQuery, type Review } from '@/api/reviews';
import { preload } from '@/browser/preload';
import { Button } from '@/components/Button';
import { Loading, Skeleton } from '@/components/Skeleton';
import { ErrorState } from '@/components/StateMessage';
import { languageOf } from '@/i18n/languageOf';
import { useFormat } from '@/i18n/useFormat';
import { useSession } from '@/session/useSession';
import { useAuthDialog } from '@/widgets/auth/authDialog';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { ReviewCard } from './ReviewCard';
import styles from './ReviewsBlock.module.css';
import { ReviewStatistics } from './ReviewStatistics';

const loadDialog = () => import('./ReviewDialog');
const ReviewDialog = lazy(loadDialog);

const FIRST = 3;

export interface SampleReview {
  readonly name: string;
  readonly country: string;
  readonly date: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly title: string;
  readonly comment: string;
}

interface ReviewsBlockProps {
  hotel: { readonly id: number | string; readonly name: string };
  /** Sample reviews for visitors, because only members see the real ones. */
  samples: readonly SampleReview[];
  /** Whether the page shows the average out of ten or out of five. */
  outOfTen?: boolean;
}

/** The reviews of an establishment, by its id or slug, and a button to write one. */
export function ReviewsBlock({ hotel, samples, outOfTen = true }: ReviewsBlockProps) {
  const { t } = useTranslation('reviews');
  const session = useSession();
  const { open, preload: preloadLogin } = useAuthDialog();
  const [writing, setWriting] = useState(false);
  return (
    <div className={styles['block']}>
      {session ? (
        <MemberReviews hotelId={hotel.id} token={session.token} outOfTen={outOfTen} />
      ) : (
        <>
          <ReviewList
            reviews={samples.map((sample, index) => (
              <ReviewCard
                key={index}
                author={sample.name}
                details={[sample.country, sample.date]}
                rating={sample.rating}
                title={sample.title}
                text={sample.comment}
                mark="sample"
              />
            ))}
          />
          <p className={styles['invitation']}>
            {t('invite')}
            <Button variant="outline" size="sm" onPointerEnter={preloadLogin} onFocus={preloadLogin} onClick={() => open('login')}>
              {t('signIn')}
            </Button>
          </p>
        </>
      )}
      <div>
        <Button icon={<PenLine aria-hidden />} onPointerEnter={() => preload(loadDialog)} onClick={() => setWriting(true)}>
          {t('write')}
        </Button>
      </div>
      {writing && (
        <DialogBoundary onClose={() => setWriting(false)}>
          <ReviewDialog hotel={hotel} onClose={() => setWriting(false)} />
        </DialogBoundary>
      )}
    </div>
  );
}

interface MemberReviewsProps {
  hotelId: number | string;
  token: string;
  outOfTen: boolean;
}

function MemberReviews({ hotelId, token, outOfTen }: MemberReviewsProps) {
  const { t } = useTranslation('reviews');
  const { data, isPending, refetch } = useQuery(reviewsQuery({ hotelId }, token));
  if (isPending) {
    return (
      <Loading label={t('loading')}>
        <Skeleton shape="block" ratio={4} />
      </Loading>
    );
  }
  if (!data) return <ErrorState titleLevel={3} title={t('failed')} onRetry={() => void refetch()} />;
  return (
    <>
      {data.reviews.length > 0 && <ReviewStatistics statistics={data.statistics} outOfTen={outOfTen} />}
      <ReviewList reviews={data.reviews.map((review) => <MemberReview key={review.id} review={review} />)} />
    </>
  );
}

function MemberReview({ review }: { review: Review }) {
  const { t } = useTranslation('reviews');
  const format = useFormat();
  return (
    <ReviewCard
      author={review.userName || t('anonymous')}
      details={[
        t('published', { date: format.date(review.createdAt) }),
        review.stayDate ? t('stayed', { date: format.date(review.stayDate) }) : '',
      ]}
      rating={review.rating}
      title={review.title}
      text={review.text}
      language={review.language ?? languageOf(`${review.title} ${review.text}`) ?? ''}
      mark={review.isVerified ? 'verified' : undefined}
    />
  );
}

/** Shows the first three reviews; a button shows all. */
function ReviewList({ reviews }: { reviews: readonly ReactElement[] }) {
  const { t } = useTranslation('reviews');
  const [all, setAll] = useState(false);
  if (reviews.length === 0) return <p className={styles['empty']}>{t('empty')}</p>;
  return (
    <>
      <div className={styles['list']}>{all ? reviews : reviews.slice(0, FIRST)}</div>
      {reviews.length > FIRST && (
        <div>
          <Button variant="outline" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('fewer') : t('all', { count: reviews.length })}
          </Button>
        </div>
      )}
    </>
  );
}
