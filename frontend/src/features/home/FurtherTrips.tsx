import {
  Bath, Castle, Fish, Footprints, Landmark, Mountain, Sailboat, Shell, Sunset, TreePine, Umbrella, Waves, Wheat, Wine,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FURTHER_TRIPS } from '@/sample-content/furtherTrips';
import { Trip } from './Trip';

type Theme = keyof typeof FURTHER_TRIPS;

const ICONS: Record<(typeof FURTHER_TRIPS)[Theme][number]['icon'], LucideIcon> = {
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

/** The trips of a theme that is not open initially. */
export default function FurtherTrips({ theme }: { theme: Theme }) {
  const { t } = useTranslation('home-trips');
  return FURTHER_TRIPS[theme].map((trip) => (
    <Trip key={trip.key} trip={trip} Icon={ICONS[trip.icon]} name={t(`${trip.key}.name`)} description={t(`${trip.key}.description`)} />
  ));
}
