import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endOnServer } from '@/api/account';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import styles from './AuthDialog.module.css';
import type { AuthMode } from './authDialog';
import { LoginForm } from './LoginForm';
import type { PendingLogin } from './pendingLogin';
import { RegisterForm } from './RegisterForm';
import { SecondFactorForm } from './SecondFactorForm';

interface AuthDialogProps {
  initialMode: AuthMode;
  onSuccess?: (() => void) | undefined;
  onClose: () => void;
}

export default function AuthDialog({ initialMode, onSuccess, onClose }: AuthDialogProps) {
  const { t } = useTranslation('auth');
  const [mode, setMode] = useState(initialMode);
  const [registeredEmail, setRegisteredEmail] = useState('');
  const [pending, setPending] = useState<PendingLogin | null>(null);

  const finish = () => {
    onSuccess?.();
    onClose();
  };
  const registered = (email: string) => {
    setRegisteredEmail(email);
    setMode('login');
  };
  /** Cancels a login that waits for its second factor. */
  const abandon = () => {
    if (pending) void endOnServer(pending.login.session.access_token);
    setPending(null);
  };

  if (pending) {
    const close = () => {
      abandon();
      onClose();
    };
    return (
      <Dialog isOpen onClose={close} title={t('code.title')}>
        <SecondFactorForm pending={pending} onSuccess={finish} />
        <p className={styles['switch']}>
          {t('code.lost')}
          <Button variant="quiet" size="sm" onClick={abandon}>
            {t('code.back')}
          </Button>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={t(`${mode}.title`)}>
      {mode === 'login' ? (
        <LoginForm email={registeredEmail} onSuccess={finish} onPending={setPending} onForgotten={onClose} />
      ) : (
        <RegisterForm onRegistered={registered} />
      )}
      <p className={styles['switch']}>
        {t(`${mode}.switch`)}
        <Button variant="quiet" size="sm" onClick={() => setMode(mode === 'login' ? 'register' : 'login')}>
          {t(`${mode}.switchAction`)}
        </Button>
      </p>
    </Dialog>
  );
}
