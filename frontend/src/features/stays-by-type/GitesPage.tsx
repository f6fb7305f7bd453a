import { CookingPot, KeyRound, Mountain } from 'lucide-react';
import { StaysPage, type StayType } from './StaysPage';

const TYPES: readonly StayType[] = ['gite', 'guest_room'];

/** /gites-chambres-hotes */
export function Component() {
  return <StaysPage name="gites" types={TYPES} look="scene" picture="village-3" icons={[KeyRound, CookingPot, Mountain]} />;
}
