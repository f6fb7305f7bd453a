import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import styles from './AuthDialog.module.css';
import type { AuthMode } from './authDialog';
import { LoginForm } from './LoginForm';
import { RegisterForm } from './RegisterForm';

interface AuthDialogProps {
  initialMode: AuthMode;
  onSuccess?: (() => void) | undefined;
  onClose: () => void;
}

export default function AuthDialog({ initialMode, onSuccess, onClose }: AuthDialogProps) {
  const { t } = useTranslation('auth');
  const [mode, setMode] = useState(initialMode);
  const [registeredEmail, setRegisteredEmail] = useState('');

  const finish = () => {
    onSuccess?.();
    onClose();
  };
  const registered = (email: string) => {
    setRegisteredEmail(email);
    setMode('login');
  };

  return (
    <Dialog isOpen onClose={onClose} title={t(`${mode}.title`)}>
      {mode === 'login' ? (
        <LoginForm email={registeredEmail} onSuccess={finish} onForgotten={onClose} />
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
