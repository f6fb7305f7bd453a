import { CalendarX, CreditCard, LogIn, LogOut, PawPrint, UserRound, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { amenityKind } from '@/domain/amenities';
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

/** The rules of the site, and an exception that the establishment's own amenities tell. */
export function HouseRules({ amenities }: { amenities: readonly string[] }) {
  const { t } = useTranslation('hotel-detail');
  const acceptsPets = amenities.some((label) => amenityKind(label) === 'pets');
  return (
    <Section name="rules">
      <dl className={styles['rules']}>
        {RULES.map(([rule, Icon]) => (
          <div key={rule}>
            <dt>
              <Icon aria-hidden />
              {t(`rules.${rule}`)}
            </dt>
            <dd>
              {t(`rules.${rule}Text`)}
              {rule === 'pets' && acceptsPets && ` ${t('rules.petsAccepted')}`}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
