import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enrollApp, removeFactor, verifyCode, type Enrollment } from '@/api/secondFactors';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { toast } from '@/components/toasts';
import { startSession, type Session } from '@/session/session';
import { EnrollmentForm } from './EnrollmentForm';
import styles from './SessionsSection.module.css';
import { useErrorText } from './useErrorText';

/** Adds an authenticator app. Its first code raises this session to `aal2` and ends all others. */
export function NewFactor({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { token, profile } = session;

  const begin = async () => {
    setBusy(true);
    setError('');
    try {
      setEnrollment(await enrollApp(token));
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  const confirm = async (id: string, code: string) => {
    const { user, ...verified } = await verifyCode(id, code, token);
    startSession({ session: verified, user, profile: { firstName: profile.firstName } });
    toast(t('factor.added'), 'success');
    await queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  const cancel = (id: string) => {
    setEnrollment(null);
    // An error is ignored, because an unverified factor expires.
    removeFactor(id, token).catch(console.warn);
  };
  if (enrollment) {
    const { id } = enrollment;
    return <EnrollmentForm enrollment={enrollment} onCode={(code) => confirm(id, code)} onCancel={() => cancel(id)} />;
  }
  return (
    <>
      {error && <Notice tone="error">{error}</Notice>}
      <Button icon={<ShieldCheck aria-hidden />} busy={isBusy} onClick={() => void begin()} className={styles['others']}>
        {t('factor.add')}
      </Button>
    </>
  );
}
