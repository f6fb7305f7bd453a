import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import styles from './Origin.module.css';

interface OriginProps {
  text: 'sample' | 'sampleFailed' | 'cached';
  onRetry?: () => void;
}

/** Says that the data of the page are a sample, or not up to date. */
export function Origin({ text, onRetry }: OriginProps) {
  const { t } = useTranslation(['hotel-detail', 'common']);
  return (
    <div className={styles['origin']}>
      <Notice tone="info">{t(`origin.${text}`)}</Notice>
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          {t('common:action.retry')}
        </Button>
      )}
    </div>
  );
}
