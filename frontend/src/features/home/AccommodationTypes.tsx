import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Picture, type PictureName } from '@/components/Picture';
import { useFormat } from '@/i18n/useFormat';
import type { PropertyType } from '@/features/search/propertyTypes';
import styles from './AccommodationTypes.module.css';
import { Section } from './Section';

interface Accommodation {
  readonly type: PropertyType;
  readonly count: number;
  readonly picture: PictureName;
}

/** §2 Home: the eight kinds, with the counts that the site shows. */
const TYPES = [
  { type: 'hotel', count: 450, picture: 'city-hotel-1' },
  { type: 'luxury_hotel', count: 25, picture: 'resort-1' },
  { type: 'club_hotel', count: 35, picture: 'family-club-1' },
  { type: 'villa', count: 280, picture: 'villa-2' },
  { type: 'spa_hotel', count: 85, picture: 'spa-1' },
  { type: 'guest_room', count: 180, picture: 'guest-house-1' },
  { type: 'campsite', count: 95, picture: 'camp-1' },
  { type: 'residence', count: 150, picture: 'residence-1' },
] as const satisfies readonly Accommodation[];

export function AccommodationTypes() {
  const { t } = useTranslation('home');
  const format = useFormat();
  return (
    <Section id="sejour" title={t('types.title')} text={t('types.text')}>
      <ul className={styles['types']}>
        {TYPES.map(({ type, count, picture }) => (
          <li key={type} className={styles['type']}>
            <Picture name={picture} alt="" sizes="(min-width: 1024px) 282px, 46vw" fill />
            <h3 className={styles['name']}>
              <Link to={`/search?type=${type}`}>{t(`types.${type}`)}</Link>
            </h3>
            <p className={styles['count']}>{t('types.count', { count: format.number(count) })}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
