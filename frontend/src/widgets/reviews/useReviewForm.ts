import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, NetworkError } from '@/api/errors';
import { createReview } from '@/api/reviews';
import { today } from '@/dates/days';
import { useSession } from '@/session/useSession';
import { useServerText } from '@/widgets/errors/useFailureText';
import type { StarRating } from './stars';

interface ReviewDraft {
  readonly rating: StarRating | null;
  readonly title: string;
  readonly text: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly stayDate: string;
}

const EMPTY: ReviewDraft = { rating: null, title: '', text: '', stayDate: '' };

/** The state of a review form: draft, errors, and the status of the submission. */
export function useReviewForm(hotel: { readonly id: number | string; readonly name: string }) {
  const { t } = useTranslation('reviews');
  const serverText = useServerText();
  const session = useSession();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [missing, setMissing] = useState<'ratingMissing' | 'signedOut'>();
  const latest = today();
  const dateError = draft.stayDate > latest ? t('dialog.future') : undefined;

  const { mutate, status, error, data: confirmation } = useMutation({
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
    if (draft.rating === null) return setMissing('ratingMissing');
    if (!session) return setMissing('signedOut');
    if (dateError) return undefined;
    setMissing(undefined);
    return mutate({ rating: draft.rating, token: session.token });
  };
  const change = (part: Partial<ReviewDraft>) => {
    setDraft((known) => ({ ...known, ...part }));
    setMissing(undefined);
  };
  // The message to sign in disappears after a login.
  const isMissing = missing === 'signedOut' ? session === null : missing !== undefined;
  const errorText = () => {
    if (error instanceof NetworkError) return t('dialog.offline');
    return error instanceof ApiError ? serverText(error, t('dialog.failed')) : t('dialog.failed');
  };
  return {
    draft,
    change,
    submit,
    status,
    /** The backend's message about an accepted review. */
    confirmation: confirmation ?? undefined,
    latest,
    dateError,
    signedOut: session === null,
    submitError: isMissing && missing ? t(`dialog.${missing}`) : status === 'error' ? errorText() : undefined,
  };
}
