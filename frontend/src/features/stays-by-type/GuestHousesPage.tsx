import { Cherry, DoorOpen, Map } from 'lucide-react';
import { StaysPage, type StayType } from './StaysPage';

const TYPES: readonly StayType[] = ['guest_house'];

/** /maisons-hotes */
export function Component() {
  return <StaysPage name="guestHouses" types={TYPES} look="night" picture="guest-house-1" icons={[Cherry, DoorOpen, Map]} />;
}
