import { Footprints, KeyRound, Refrigerator } from 'lucide-react';
import { StaysPage, type StayType } from './StaysPage';

const TYPES: readonly StayType[] = ['apartment'];

/** /appartements */
export function Component() {
  return <StaysPage name="apartments" types={TYPES} look="split" picture="city-hotel-3" icons={[Footprints, Refrigerator, KeyRound]} />;
}
