import { useTranslation } from 'react-i18next';
import { verifyCodeOfAny } from '@/api/secondFactors';
import { startSession } from '@/session/session';
import styles from './AuthDialog.module.css';
import { CodeForm } from './CodeForm';
import type { PendingLogin } from './pendingLogin';

interface SecondFactorFormProps {
  pending: PendingLogin;
  onSuccess: () => void;
}

/** Completes a login with a code of the account's authenticator app. */
export function SecondFactorForm({ pending, onSuccess }: SecondFactorFormProps) {
  const { t } = useTranslation('auth');
  const { login, factorIds } = pending;
  const verify = async (code: string) => {
    const { user, ...session } = await verifyCodeOfAny(factorIds, code, login.session.access_token);
    startSession({ session, user, profile: login.profile });
    onSuccess();
  };
  return (
    <>
      <p className={styles['lead']}>{t('code.lead')}</p>
      <CodeForm submitLabel={t('code.submit')} onCode={verify} />
    </>
  );
}
