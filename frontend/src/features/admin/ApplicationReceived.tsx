import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import surface from '@/components/Surface.module.css';
import type { SentApplication } from '@/domain/sentApplication';
import { useFormat } from '@/i18n/useFormat';
import styles from './ApplicationReceived.module.css';

const STEPS = ['received', 'evaluation', 'publication'] as const;

/** The page of an owner who has just applied: what was received, and what comes next. */
export function ApplicationReceived({ application }: { application: SentApplication }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const { propertyName, email, sentAt } = application;
  return (
    <section aria-labelledby="application-received" className={styles['panel']}>
      <h1 id="application-received">{t('received.title')}</h1>
      <p className={styles['lead']}>{t('received.lead', { property: propertyName, date: format.dateTime(sentAt) })}</p>
      <ol className={styles['steps']}>
        {STEPS.map((step) => (
          <li key={step} className={surface['card']}>
            <h2>{t(`received.step.${step}.title`)}</h2>
            <p>{t(`received.step.${step}.text`, { email })}</p>
          </li>
        ))}
      </ol>
      <div className={styles['actions']}>
        <ButtonLink to="/hotels">{t('received.hotels')}</ButtonLink>
        <ButtonLink to="/partners" variant="outline">
          {t('received.another')}
        </ButtonLink>
      </div>
    </section>
  );
}
