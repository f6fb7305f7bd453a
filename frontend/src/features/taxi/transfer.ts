import * as v from 'valibot';
import { today } from '@/dates/days';

/** '8' means eight or more. */
export const PASSENGERS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
const CAR_SEATS = 4;

export const vehicleFor = (passengers: string) => (Number(passengers) <= CAR_SEATS ? 'car' : 'van');

/** Error codes of fields. The form has a text for each. */
type FieldError = 'required' | 'dateInPast' | 'returnBeforeStart';
const fieldError = (word: FieldError): FieldError => word;
const required = v.pipe(v.string(), v.nonEmpty(fieldError('required')));

/** §5: the return fields are required for a round trip only. Pickup and destination may be the same. */
export const Transfer = v.pipe(
  v.object({
    transferType: v.picklist(['simple', 'round-trip']),
    pickupLocation: required,
    destination: required,
    date: v.pipe(required, v.check((day) => day >= today(), fieldError('dateInPast'))),
    time: required,
    returnDate: v.string(),
    returnTime: v.string(),
    passengers: v.picklist(PASSENGERS),
    /** An e-mail address or a phone number; may be empty. */
    contact: v.pipe(v.string(), v.trim()),
  }),
  v.forward(
    v.partialCheck([['transferType'], ['returnDate']], (way) => way.transferType === 'simple' || way.returnDate !== '', fieldError('required')),
    ['returnDate'],
  ),
  v.forward(
    v.partialCheck([['transferType'], ['returnTime']], (way) => way.transferType === 'simple' || way.returnTime !== '', fieldError('required')),
    ['returnTime'],
  ),
  v.forward(
    v.partialCheck(
      [['transferType'], ['date'], ['returnDate']],
      (way) => way.transferType === 'simple' || way.returnDate === '' || way.returnDate >= way.date,
      fieldError('returnBeforeStart'),
    ),
    ['returnDate'],
  ),
);
export type Transfer = v.InferOutput<typeof Transfer>;

export const EMPTY_TRANSFER: Transfer = {
  transferType: 'simple',
  pickupLocation: '',
  destination: '',
  date: '',
  time: '12:00',
  returnDate: '',
  returnTime: '',
  passengers: '2',
  contact: '',
};
