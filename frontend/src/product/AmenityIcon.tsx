import {
  AirVent, Anchor, Baby, Bath, BusFront, CarFront, Check, ConciergeBell, CookingPot, Croissant, Dumbbell, Eye, Flower2,
  Lock, Martini, PawPrint, Sun, TreePalm, Tv, Utensils, Waves, WavesLadder, Wifi, type LucideIcon,
} from 'lucide-react';
import { amenityKind, type AmenityKind } from '@/domain/amenities';

const ICONS: Record<AmenityKind, LucideIcon> = {
  wifi: Wifi,
  pool: WavesLadder,
  parking: CarFront,
  airConditioning: AirVent,
  breakfast: Croissant,
  restaurant: Utensils,
  seaView: Waves,
  harbourView: Anchor,
  privateBeach: TreePalm,
  beach: TreePalm,
  garden: Flower2,
  terrace: Sun,
  spa: Bath,
  gym: Dumbbell,
  shuttle: BusFront,
  family: Baby,
  bar: Martini,
  kitchen: CookingPot,
  television: Tv,
  safe: Lock,
  service: ConciergeBell,
  pets: PawPrint,
  view: Eye,
};

/** The icon of an amenity, found by its label; a tick for a label of an unknown kind. */
export function AmenityIcon({ label }: { label: string }) {
  const kind = amenityKind(label);
  const Icon = kind ? ICONS[kind] : Check;
  return <Icon aria-hidden />;
}
