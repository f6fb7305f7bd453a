import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '@/api/account';
import { ErrorState } from '@/components/StateMessage';
import { Loading, Skeleton } from '@/components/Skeleton';
import { AccountSection } from './AccountSection';
import styles from './Form.module.css';
import { ProfileForm } from './ProfileForm';
import { useErrorText } from './useErrorText';

const ROWS = 4;

/** The person's contact details. */
export function ProfileSection({ token }: { token: string }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { data, error, isPending, refetch } = useQuery(profileQuery(token));
  return (
    <AccountSection title={t('profile.title')} lead={t('profile.lead')}>
      {isPending && (
        <Loading className={styles['form']}>
          {Array.from({ length: ROWS }, (_, row) => (
            <Skeleton key={row} shape="block" ratio={10} />
          ))}
        </Loading>
      )}
      {error && (
        <ErrorState titleLevel={3} title={t('profile.unreadable')} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {data !== undefined && <ProfileForm saved={data} token={token} />}
    </AccountSection>
  );
}
