import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import discs from '@/components/IconDisc.module.css';
import type { Activity, Equipment } from '@/sample-content/clubFeatures';
import { ACTIVITY_ICONS, EQUIPMENT_ICONS } from './featureIcons';
import styles from './Features.module.css';
import { StaySection } from './StaySection';

export function EquipmentSection({ equipment }: { equipment: readonly Equipment[] }) {
  const { t } = useTranslation(['club-stay', 'club-features']);
  return (
    <StaySection title={t('equipment')}>
      <ul className={styles['equipment']}>
        {equipment.map((one) => {
          const Icon = EQUIPMENT_ICONS[one];
          return (
            <li key={one}>
              <Icon aria-hidden />
              {t(`club-features:equipment.${one}`)}
            </li>
          );
        })}
      </ul>
    </StaySection>
  );
}

export function ActivitiesSection({ activities }: { activities: readonly Activity[] }) {
  const { t } = useTranslation(['club-stay', 'club-features']);
  return (
    <StaySection title={t('activities')} text={t('activitiesText')}>
      <ul className={classes(discs['list'], styles['activities'])}>
        {activities.map((one) => {
          const Icon = ACTIVITY_ICONS[one];
          return (
            <li key={one}>
              <Icon aria-hidden />
              <h3>{t(`club-features:activity.${one}.name`)}</h3>
              <p>{t(`club-features:activity.${one}.text`)}</p>
            </li>
          );
        })}
      </ul>
    </StaySection>
  );
}
