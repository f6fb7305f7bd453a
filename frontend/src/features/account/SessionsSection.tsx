import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { endDeviceSession, sessionsQuery, signOut } from '@/api/account';
import { ApiError } from '@/api/errors';
import { Button } from '@/components/Button';
import { ErrorState } from '@/components/StateMessage';
import { Loading, Skeleton } from '@/components/Skeleton';
import { toast } from '@/components/toasts';
import { AccountSection } from './AccountSection';
import { SessionRow } from './SessionRow';
import styles from './SessionsSection.module.css';
import { useErrorText } from './useErrorText';

/** The sessions of the account, with buttons that end one of them or all others. */
export function SessionsSection({ token }: { token: string }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { data: sessions = [], error, isPending, refetch } = useQuery(sessionsQuery(token));
  const { end, isPending: isEnding } = useEndSessions(token);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <AccountSection title={t('sessions.title')} lead={t('sessions.lead')}>
      {isPending && (
        <Loading className={styles['placeholders']}>
          <Skeleton shape="title" width="60%" />
          <Skeleton width="80%" />
        </Loading>
      )}
      {error && (
        <ErrorState titleLevel={3} title={t('sessions.unreadable')} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      <ul className={styles['list']}>
        {[...sessions.filter(({ isCurrent }) => isCurrent), ...others].map((session) => (
          <SessionRow key={session.id} session={session} isBusy={isEnding} onEnd={() => end(session.id)} />
        ))}
      </ul>
      {others.length > 1 && (
        <Button variant="outline" disabled={isEnding} onClick={() => end(null)} className={styles['others']}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </AccountSection>
  );
}

/** Ends a session by its id, or with null all but this one, and refetches the list. */
function useEndSessions(token: string) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string | null) => (id === null ? signOut(token, 'others') : endDeviceSession(id, token).catch(unlessEnded)),
    onSuccess: (_, id) => toast(t(id === null ? 'sessions.endedOthers' : 'sessions.ended'), 'success'),
    onError: (error) => toast(errorText(error), 'error'),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery(token)),
  });
  return { end: mutate, isPending };
}

/** Ignores the error about a session that has already ended. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
