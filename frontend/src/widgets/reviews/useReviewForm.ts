import { getLocalTimeZone, today } from '@internationalized/date';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, NetworkError } from '@/api/errors';
import { createReview } from '@/api/reviews';
import { useSession } from '@/session/useSession';
import type { StarRating } from './stars';

export interface ReviewDraft {
  readonly rating: StarRating | null;
  readonly title: string;
  readonly text: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly stayDate: string;
}

const EMPTY: ReviewDraft = { rating: null, title: '', text: '', stayDate: '' };

/** Idle, submitting, success or error, for a review of one establishment. */
export function useReviewForm(hotel: { readonly id: number | string; readonly name: string }) {
  const { t } = useTranslation('reviews');
  const session = useSession();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [refusal, setRefusal] = useState<'ratingMissing' | 'signedOut'>();
  const latest = today(getLocalTimeZone()).toString();
  const dateError = draft.stayDate > latest ? t('dialog.future') : undefined;

  const { mutate, status, error, data: message } = useMutation({
    mutationFn: ({ rating, token }: { rating: StarRating; token: string }) =>
      createReview(
        {
          hotelId: hotel.id,
          hotelName: hotel.name,
          rating,
          reviewTitle: draft.title.trim(),
          reviewText: draft.text.trim(),
          stayDate: draft.stayDate || null,
        },
        token,
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['reviews'] });
      void queryClient.invalidateQueries({ queryKey: ['hotels'] });
    },
  });

  const submit = () => {
    if (draft.rating === null) return setRefusal('ratingMissing');
    if (!session) return setRefusal('signedOut');
    if (dateError) return undefined;
    setRefusal(undefined);
    return mutate({ rating: draft.rating, token: session.token });
  };
  const change = (part: Partial<ReviewDraft>) => {
    setDraft((known) => ({ ...known, ...part }));
    setRefusal(undefined);
  };
  // Who has signed in meanwhile need not be told that they must.
  const holds = refusal === 'signedOut' ? session === null : refusal !== undefined;
  const failure = () => {
    if (error instanceof NetworkError) return t('dialog.offline');
    return (error instanceof ApiError && error.serverMessage) || t('dialog.failed');
  };
  return {
    draft,
    change,
    submit,
    status,
    /** What the backend says about a review that it has taken. */
    message: message ?? undefined,
    latest,
    dateError,
    signedOut: session === null,
    refusal: holds && refusal ? t(`dialog.${refusal}`) : status === 'error' ? failure() : undefined,
  };
}
