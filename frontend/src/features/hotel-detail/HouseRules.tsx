import { CalendarX, CreditCard, LogIn, LogOut, PawPrint, UserRound, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './Facts.module.css';
import { Section } from './Section';

const RULES: readonly (readonly [rule: 'checkin' | 'checkout' | 'cancel' | 'age' | 'pets' | 'cards', Icon: LucideIcon])[] = [
  ['checkin', LogIn],
  ['checkout', LogOut],
  ['cancel', CalendarX],
  ['age', UserRound],
  ['pets', PawPrint],
  ['cards', CreditCard],
];

export function HouseRules() {
  const { t } = useTranslation('hotel-detail');
  return (
    <Section name="rules">
      <dl className={styles['rules']}>
        {RULES.map(([rule, Icon]) => (
          <div key={rule}>
            <dt>
              <Icon aria-hidden />
              {t(`rules.${rule}`)}
            </dt>
            <dd>{t(`rules.${rule}Text`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
