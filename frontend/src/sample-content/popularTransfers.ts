import type { PictureName } from '@/pictures/manifest';
import type { TransferPlaceId } from './transferPlaces';

export interface PopularTransfer {
  readonly from: TransferPlaceId;
  readonly to: TransferPlaceId;
  /** Driving time without traffic. */
  readonly minutes: number;
  readonly kilometres: number;
  /** Euros for up to four persons. */
  readonly euros: number;
  readonly picture: PictureName;
}

/** §9: from 20 to 120 euros and from 15 minutes to 2 h 15. */
export const POPULAR_TRANSFERS: readonly PopularTransfer[] = [
  { from: 'airport-ajaccio', to: 'town-ajaccio', minutes: 15, kilometres: 7, euros: 20, picture: 'taxi-3' },
  { from: 'airport-bastia', to: 'town-bastia', minutes: 25, kilometres: 20, euros: 40, picture: 'harbour-1' },
  { from: 'airport-calvi', to: 'town-ile-rousse', minutes: 30, kilometres: 27, euros: 45, picture: 'citadel-1' },
  { from: 'airport-figari', to: 'town-bonifacio', minutes: 25, kilometres: 21, euros: 45, picture: 'citadel-2' },
  { from: 'airport-ajaccio', to: 'town-propriano', minutes: 75, kilometres: 70, euros: 90, picture: 'harbour-2' },
  { from: 'airport-bastia', to: 'town-porto-vecchio', minutes: 135, kilometres: 125, euros: 120, picture: 'car-2' },
];
