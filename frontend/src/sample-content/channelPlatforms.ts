/** The fictitious platforms of the channel manager's demonstration. */

const PLATFORM_STATUSES = ['connected', 'disconnected', 'pending', 'error'] as const;
export type PlatformStatus = (typeof PLATFORM_STATUSES)[number];

export interface SamplePlatform {
  readonly id: 'cap' | 'monde' | 'habitant' | 'compare' | 'groupes' | 'pro';
  readonly name: string;
  /** Letters shown instead of a logo. */
  readonly logo: string;
  readonly status: PlatformStatus;
  /** Minutes between the last synchronisation and the opening of the page; null if there was none. */
  readonly syncedMinutesAgo: number | null;
  readonly bookings: number | null;
  /** Euros in the current month. */
  readonly revenue: number | null;
  /** Percentage of each booking. */
  readonly commission: number;
}

export const SAMPLE_PLATFORMS: readonly SamplePlatform[] = [
  { id: 'cap', name: 'Cap Réservation', logo: 'CR', status: 'connected', syncedMinutesAgo: 12, bookings: 38, revenue: 6840, commission: 15 },
  { id: 'monde', name: 'Monde & Séjours', logo: 'MS', status: 'connected', syncedMinutesAgo: 47, bookings: 24, revenue: 5120, commission: 18 },
  { id: 'habitant', name: "Chez l'Habitant", logo: 'CH', status: 'disconnected', syncedMinutesAgo: null, bookings: null, revenue: null, commission: 3 },
  { id: 'compare', name: 'Comparasole', logo: 'CS', status: 'error', syncedMinutesAgo: 1580, bookings: 9, revenue: 1460, commission: 16 },
  { id: 'groupes', name: 'Escales Groupes', logo: 'EG', status: 'pending', syncedMinutesAgo: null, bookings: null, revenue: null, commission: 12 },
  { id: 'pro', name: 'Voyages Pro', logo: 'VP', status: 'disconnected', syncedMinutesAgo: null, bookings: null, revenue: null, commission: 15 },
];
