import { BadgeEuro, CalendarX2, Headset, ShieldCheck, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Section } from './Section';
import styles from './WhyUs.module.css';

const FIGURES = ['establishments', 'customers', 'rating', 'recommend'] as const;
const PROMISES = [
  { key: 'bestPrice', Icon: BadgeEuro },
  { key: 'cancellation', Icon: CalendarX2 },
  { key: 'payment', Icon: ShieldCheck },
  { key: 'reviews', Icon: Star },
  { key: 'support', Icon: Headset },
] as const;

/** §1: the site's figures and benefits. */
export function WhyUs() {
  const { t } = useTranslation('home-inspiration');
  return (
    <Section title={t('why.title')} text={t('why.text')} tone="maquis">
      <dl className={styles['figures']} aria-label={t('why.figures')}>
        {FIGURES.map((key) => (
          <div key={key} className={styles['figure']}>
            <dt>{t(`why.figure.${key}.label`)}</dt>
            <dd>{t(`why.figure.${key}.value`)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['note']}>{t('why.note')}</p>
      <ul className={styles['promises']}>
        {PROMISES.map(({ key, Icon }) => (
          <li key={key}>
            <Icon aria-hidden />
            <h3>{t(`why.promise.${key}.title`)}</h3>
            <p>{t(`why.promise.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
