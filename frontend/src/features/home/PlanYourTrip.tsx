import {
  Anchor, Bath, Building2, Castle, Fish, Footprints, Heart, Landmark, Mountain, Sailboat, Shell, Sunset, TreePine,
  Umbrella, UtensilsCrossed, Waves, Wheat, Wine, type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSearchParams, Link } from 'react-router';
import { Badge } from '@/components/Badge';
import { Picture } from '@/pictures/Picture';
import { Tabs } from '@/components/Tabs';
import { THEMATIC_TRIPS, TRIP_THEMES, type TripIcon, type TripKey, type TripTheme, type ThematicTrip } from '@/sample-content/thematicTrips';
import styles from './PlanYourTrip.module.css';
import { Section } from './Section';

const THEME_ICONS: Record<TripTheme, LucideIcon> = {
  city: Building2,
  beach: Umbrella,
  mountain: Mountain,
  romantic: Heart,
  food: UtensilsCrossed,
};
const TRIP_ICONS: Record<TripIcon, LucideIcon> = {
  anchor: Anchor,
  bath: Bath,
  castle: Castle,
  fish: Fish,
  footprints: Footprints,
  landmark: Landmark,
  mountain: Mountain,
  pines: TreePine,
  sail: Sailboat,
  shell: Shell,
  sunset: Sunset,
  umbrella: Umbrella,
  waterfall: Waves,
  wheat: Wheat,
  wine: Wine,
};

/** §2 Home: five themes with six destinations each. */
export function PlanYourTrip() {
  const { t } = useTranslation('home-inspiration');
  const [theme, setTheme] = useState<TripTheme>('city');
  const tabs = TRIP_THEMES.map((key) => {
    const Icon = THEME_ICONS[key];
    return { key, label: t(`trips.theme.${key}`), icon: <Icon aria-hidden /> };
  });
  return (
    <Section title={t('trips.title')} text={t('trips.text')}>
      <Tabs label={t('trips.tabs')} tabs={tabs} selected={theme} onSelect={setTheme}>
        <ul className={styles['trips']} key={theme}>
          {THEMATIC_TRIPS[theme].map((trip) => (
            <Trip key={trip.key} trip={trip} />
          ))}
        </ul>
      </Tabs>
    </Section>
  );
}

function Trip({ trip }: { trip: ThematicTrip & { key: TripKey } }) {
  const { t } = useTranslation('home-inspiration');
  const { key, location, destination = location, image, icon, color } = trip;
  const Icon = TRIP_ICONS[icon];
  return (
    <li className={styles['trip']}>
      <Picture name={image} alt="" sizes="(min-width: 768px) 400px, 78vw" fill />
      <Badge tone={color} icon={<Icon aria-hidden />}>
        {location}
      </Badge>
      <h3 className={styles['name']}>
        <Link to={{ pathname: '/search', search: createSearchParams({ destination }).toString() }}>{t(`trips.trip.${key}.name`)}</Link>
      </h3>
      <p className={styles['description']}>{t(`trips.trip.${key}.description`)}</p>
    </li>
  );
}
