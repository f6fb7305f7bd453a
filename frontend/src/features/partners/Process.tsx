import { useTranslation } from 'react-i18next';
import { ListingSection } from '@/widgets/listing/ListingSection';
import styles from './Process.module.css';

const STEPS = ['apply', 'evaluate', 'publish', 'welcome'] as const;

export function Process() {
  const { t } = useTranslation('partners');
  return (
    <ListingSection title={t('process.title')} text={t('process.text')} tone="white">
      <ol className={styles['steps']}>
        {STEPS.map((step) => (
          <li key={step} className={styles['step']}>
            <h3>{t(`process.${step}.title`)}</h3>
            <p>{t(`process.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </ListingSection>
  );
}
