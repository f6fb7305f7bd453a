import { Download, Trash2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportData } from '@/api/account';
import { preload } from '@/browser/preload';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { AccountSection } from './AccountSection';
import styles from './DataSection.module.css';
import { downloadJson } from './downloadJson';
import { useErrorText } from './useErrorText';

const loadDialog = () => import('./DeletionDialog');
const DeletionDialog = lazy(loadDialog);

/** The export of the account's data, and its deletion. */
export function DataSection({ token }: { token: string }) {
  const { t } = useTranslation('account');
  const [isDeleting, setDeleting] = useState(false);
  return (
    <AccountSection title={t('data.title')} lead={t('data.lead')}>
      <Export token={token} />
      <div className={styles['part']} onPointerEnter={() => preload(loadDialog)}>
        <h3>{t('deletion.title')}</h3>
        <p>{t('deletion.text')}</p>
        <Button variant="outline" icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)} className={styles['delete']}>
          {t('deletion.open')}
        </Button>
      </div>
      {isDeleting && (
        <DialogBoundary onClose={() => setDeleting(false)}>
          <DeletionDialog token={token} onClose={() => setDeleting(false)} />
        </DialogBoundary>
      )}
    </AccountSection>
  );
}

function Export({ token }: { token: string }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const download = async () => {
    setBusy(true);
    setError('');
    try {
      downloadJson(await exportData(token), 'isula.json');
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles['part']}>
      <h3>{t('export.title')}</h3>
      <p>{t('export.text')}</p>
      {error && <Notice tone="error">{error}</Notice>}
      <Button variant="outline" icon={<Download aria-hidden />} busy={isBusy} onClick={() => void download()}>
        {t('export.submit')}
      </Button>
    </div>
  );
}
