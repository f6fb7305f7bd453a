import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { deleteAccount } from '@/api/account';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import { Dialog } from '@/components/Dialog';
import { Notice } from '@/components/Notice';
import { PasswordField } from '@/components/PasswordField';
import { toast } from '@/components/toasts';
import { endSession } from '@/session/session';
import styles from './Form.module.css';
import { useErrorText } from './useErrorText';

interface DeletionDialogProps {
  token: string;
  onClose: () => void;
}

/** Asks for the password before the account is deleted. Load it lazily: it imports React Aria. */
export default function DeletionDialog({ token, onClose }: DeletionDialogProps) {
  const { t } = useTranslation(['account', 'common']);
  const { t: fieldText } = useTranslation('auth');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [fieldError, setFieldError] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!password) return setFieldError(t('common:form.required'));
    setBusy(true);
    try {
      await deleteAccount(password, token);
      endSession();
      toast(t('deletion.done'), 'success');
      void navigate('/');
    } catch (error) {
      setFieldError(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('deletion.confirmTitle')}>
      <form noValidate onSubmit={(event) => void submit(event)} className={styles['form']}>
        <Notice tone="info">{t('deletion.warning')}</Notice>
        <PasswordField
          label={fieldText('field.password')}
          autoComplete="current-password"
          required
          value={password}
          error={fieldError}
          onChange={({ target }) => {
            setPassword(target.value);
            setFieldError('');
          }}
        />
        <div className={classes(styles['actions'], styles['confirm'])}>
          <Button variant="quiet" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" variant="accent" busy={isBusy}>
            {t('deletion.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
