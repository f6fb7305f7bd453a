import { Cherry, DoorOpen, Map } from 'lucide-react';
import { hotelsQuery } from '@/api/hotels';
import { startQuery, type CreateLoader } from '@/widgets/page/pageLoader';
import { StaysByType, type StayType } from './StaysByType';

const TYPES: readonly StayType[] = ['guest_house'];

export const createLoader: CreateLoader = (queryClient) => () => startQuery(queryClient, hotelsQuery());

/** /maisons-hotes */
export function Component() {
  return <StaysByType name="guestHouses" types={TYPES} look="night" picture="guest-house-1" icons={[Cherry, DoorOpen, Map]} />;
}
