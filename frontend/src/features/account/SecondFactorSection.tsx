import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '@/api/account';
import { Loading, Skeleton } from '@/components/Skeleton';
import { ErrorState } from '@/components/StateMessage';
import type { Session } from '@/session/session';
import { AccountSection } from './AccountSection';
import { FactorRow } from './FactorRow';
import { NewFactor } from './NewFactor';
import styles from './SessionsSection.module.css';
import { useErrorText } from './useErrorText';

/** The authenticator app whose code a sign-in requires. */
export function SecondFactorSection({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { data, error, isPending, refetch } = useQuery(accountQuery(session.token));
  const factors = data?.secondFactors ?? [];
  return (
    <AccountSection title={t('factor.title')} lead={t('factor.lead')}>
      {isPending && (
        <Loading>
          <Skeleton shape="title" width="60%" />
        </Loading>
      )}
      {error && (
        <ErrorState titleLevel={3} title={t('factor.unreadable')} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {factors.length > 0 && (
        <ul className={styles['list']}>
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} token={session.token} />
          ))}
        </ul>
      )}
      {data && factors.length === 0 && <NewFactor session={session} />}
    </AccountSection>
  );
}
