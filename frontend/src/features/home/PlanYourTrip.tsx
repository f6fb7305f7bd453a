import {
  Anchor, Building2, Castle, Footprints, Heart, Landmark, Mountain, Sailboat, Umbrella, UtensilsCrossed, type LucideIcon,
} from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { preload } from '@/browser/preload';
import { classes } from '@/components/classes';
import covering from '@/components/CoveringLink.module.css';
import { Tabs } from '@/components/Tabs';
import { CITY_TRIPS, TRIP_THEMES, type TripTheme } from '@/sample-content/thematicTrips';
import { PartBoundary } from '@/widgets/errors/PartBoundary';
import styles from './PlanYourTrip.module.css';
import { Section } from './Section';
import { Trip } from './Trip';

const THEME_ICONS: Record<TripTheme, LucideIcon> = {
  city: Building2,
  beach: Umbrella,
  mountain: Mountain,
  romantic: Heart,
  food: UtensilsCrossed,
};
const CITY_ICONS: Record<(typeof CITY_TRIPS)[number]['icon'], LucideIcon> = {
  anchor: Anchor,
  castle: Castle,
  footprints: Footprints,
  landmark: Landmark,
  sail: Sailboat,
};

const load = () => import('./FurtherTrips');
const FurtherTrips = lazy(load);

/** §2 Home: five themes with six destinations each. Those of the first one load with the page. */
export function PlanYourTrip() {
  const { t } = useTranslation('home-inspiration');
  const [theme, setTheme] = useState<TripTheme>('city');
  const tabs = TRIP_THEMES.map((key) => {
    const Icon = THEME_ICONS[key];
    return { key, label: t(`trips.theme.${key}`), icon: <Icon aria-hidden /> };
  });
  return (
    <Section title={t('trips.title')} text={t('trips.text')}>
      <div onPointerEnter={() => preload(load)} onFocus={() => preload(load)}>
        <Tabs label={t('trips.tabs')} tabs={tabs} selected={theme} onSelect={setTheme}>
          {theme === 'city' ? (
            <ul className={styles['trips']}>
              <CityTrips />
            </ul>
          ) : (
            <PartBoundary
              key={theme}
              fallback={
                <ul aria-hidden className={styles['trips']}>
                  {CITY_TRIPS.map(({ key }) => (
                    <li key={key} className={classes(covering['area'], styles['trip'])} />
                  ))}
                </ul>
              }
            >
              <ul className={styles['trips']}>
                <FurtherTrips theme={theme} />
              </ul>
            </PartBoundary>
          )}
        </Tabs>
      </div>
    </Section>
  );
}

function CityTrips() {
  const { t } = useTranslation('home-inspiration');
  return CITY_TRIPS.map((trip) => (
    <Trip
      key={trip.key}
      trip={trip}
      Icon={CITY_ICONS[trip.icon]}
      name={t(`trips.trip.${trip.key}.name`)}
      description={t(`trips.trip.${trip.key}.description`)}
    />
  ));
}
