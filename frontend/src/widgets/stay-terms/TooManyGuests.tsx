import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/Notice';
import type { Party } from '@/domain/guests';
import { roomsNeeded } from '@/domain/stayTerms';
import { usePartyText } from '@/product/usePartyText';

interface TooManyGuestsProps {
  party: Party;
  /** The most guests of the room; null if it is unknown. */
  capacity: number | null;
}

/** Says that a room is too small for the guests, before they pay. The booking stays possible. */
export function TooManyGuests({ party, capacity }: TooManyGuestsProps) {
  const { t } = useTranslation('stay-terms');
  const partyText = usePartyText();
  if (capacity === null) return null;
  const rooms = roomsNeeded(party, capacity);
  if (rooms <= 1) return null;
  return <Notice tone="info">{t('tooMany', { capacity, rooms, party: partyText(party) })}</Notice>;
}
