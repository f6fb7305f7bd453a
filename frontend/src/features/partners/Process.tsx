import { useTranslation } from 'react-i18next';
import { Section } from '@/features/home/Section';
import styles from './Process.module.css';

const STEPS = ['apply', 'evaluate', 'publish', 'welcome'] as const;

export function Process() {
  const { t } = useTranslation('partners');
  return (
    <Section title={t('process.title')} text={t('process.text')}>
      <ol className={styles['steps']}>
        {STEPS.map((step) => (
          <li key={step} className={styles['step']}>
            <h3>{t(`process.${step}.title`)}</h3>
            <p>{t(`process.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
