import type { SamplePlatform } from './channelPlatforms';

/** An establishment of the channel manager's demonstration. */
interface SampleProperty {
  readonly id: string;
  readonly name: string;
  readonly type: 'hotel' | 'villa' | 'guestHouse' | 'residence';
  readonly town: string;
  readonly rooms: number;
  readonly status: 'active' | 'inactive';
  /** The platforms that offer it, as far as they are connected. */
  readonly connectedPlatforms: readonly SamplePlatform['id'][];
}

export const SAMPLE_PROPERTIES: readonly SampleProperty[] = [
  { id: 'p1', name: 'Hôtel U Paradisu', type: 'hotel', town: 'Propriano', rooms: 24, status: 'active', connectedPlatforms: ['cap', 'monde', 'compare'] },
  { id: 'p2', name: 'Villa A Marina', type: 'villa', town: 'Lumio', rooms: 5, status: 'active', connectedPlatforms: ['cap', 'habitant'] },
  { id: 'p3', name: 'Casa di a Nonna', type: 'guestHouse', town: 'Sartène', rooms: 4, status: 'active', connectedPlatforms: ['monde', 'habitant'] },
  { id: 'p4', name: "Résidence L'Alzetu", type: 'residence', town: 'Solenzara', rooms: 18, status: 'inactive', connectedPlatforms: [] },
];
