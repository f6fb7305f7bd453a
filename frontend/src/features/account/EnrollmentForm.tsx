import { useTranslation } from 'react-i18next';
import type { Enrollment } from '@/api/secondFactors';
import { Button } from '@/components/Button';
import { CodeForm } from '@/widgets/auth/CodeForm';
import styles from './EnrollmentForm.module.css';

interface EnrollmentFormProps {
  enrollment: Enrollment;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** The secret of a new authenticator app, as a QR code and as text, and the input for the app's first code. */
export function EnrollmentForm({ enrollment, onCode, onCancel }: EnrollmentFormProps) {
  const { t } = useTranslation(['account', 'common']);
  const { qrCode, secret } = enrollment;
  return (
    <>
      <p>{t('factor.scan')}</p>
      <div className={styles['secret']}>
        <img src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`} alt={t('factor.qrCode')} className={styles['code']} />
        <p>
          {t('factor.secret')}
          <code className={styles['text']}>{inGroups(secret)}</code>
        </p>
      </div>
      <CodeForm submitLabel={t('factor.confirm')} onCode={onCode}>
        <Button variant="quiet" wide onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
      </CodeForm>
    </>
  );
}

/** Groups of four characters, which are easier to copy by hand. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';
