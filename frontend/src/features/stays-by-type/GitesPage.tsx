import { CookingPot, KeyRound, Mountain } from 'lucide-react';
import { hotelsQuery } from '@/api/hotels';
import { startQuery, type CreateLoader } from '@/widgets/page/pageLoader';
import { StaysByType, type StayType } from './StaysByType';

const TYPES: readonly StayType[] = ['gite', 'guest_room'];

export const createLoader: CreateLoader = (queryClient) => () => startQuery(queryClient, hotelsQuery());

/** /gites-chambres-hotes */
export function Component() {
  return <StaysByType name="gites" types={TYPES} look="scene" picture="village-3" icons={[KeyRound, CookingPot, Mountain]} />;
}
