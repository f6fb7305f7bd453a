import { Footprints, KeyRound, Refrigerator } from 'lucide-react';
import { hotelsQuery } from '@/api/hotels';
import { startQuery, type CreateLoader } from '@/widgets/page/pageLoader';
import { StaysByType, type StayType } from './StaysByType';

const TYPES: readonly StayType[] = ['apartment'];

export const createLoader: CreateLoader = (queryClient) => () => startQuery(queryClient, hotelsQuery());

/** /appartements */
export function Component() {
  return <StaysByType name="apartments" types={TYPES} look="split" picture="city-hotel-3" icons={[Footprints, Refrigerator, KeyRound]} />;
}
