import { BadgeCheck, CalendarCheck, Eye, Headset, ShieldCheck, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Section } from '@/features/home/Section';
import styles from './Benefits.module.css';

const BENEFITS = [
  { key: 'audience', Icon: Eye },
  { key: 'evaluation', Icon: BadgeCheck },
  { key: 'reviews', Icon: Star },
  { key: 'payment', Icon: ShieldCheck },
  { key: 'calendar', Icon: CalendarCheck },
  { key: 'support', Icon: Headset },
] as const;

export function Benefits() {
  const { t } = useTranslation('partners');
  return (
    <Section title={t('benefits.title')} text={t('benefits.text')}>
      <ul className={styles['benefits']}>
        {BENEFITS.map(({ key, Icon }) => (
          <li key={key} className={styles['benefit']}>
            <span className={styles['icon']}>
              <Icon aria-hidden />
            </span>
            <h3>{t(`benefits.${key}.title`)}</h3>
            <p>{t(`benefits.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
