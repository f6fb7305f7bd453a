import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/Notice';
import { ProgressLine } from './ProgressLine';
import styles from './UploadRow.module.css';
import type { ImageUpload } from './useImageUploads';

/** One upload: preview, then progress, then result. */
export function UploadRow({ upload: { name, preview, share, state } }: { upload: ImageUpload }) {
  const { t } = useTranslation('admin');
  const percent = Math.round(share * 100);
  return (
    <li className={styles['row']}>
      <img src={preview} alt={t('images.preview', { name })} className={styles['preview']} />
      <div className={styles['state']}>
        {state.step === 'sending' && <ProgressLine label={t('images.sending', { name, percent })} value={percent} max={100} />}
        {state.step === 'done' && <Notice tone="success">{t('images.added')}</Notice>}
        {state.step === 'invalid' && <Notice tone="error">{t(`images.${state.error}`)}</Notice>}
        {state.step === 'refused' && <Notice tone="error">{state.serverMessage ?? t('images.refused')}</Notice>}
        {state.step === 'offline' && <Notice tone="error">{t('error.connection')}</Notice>}
      </div>
    </li>
  );
}
