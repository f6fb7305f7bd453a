import { useMemo } from 'react';
import { nightsOf, type DateRange } from '@/dates/dateRange';
import { isGuests, type Guests } from '@/domain/guests';
import { readDates } from '@/domain/searchAddress';
import { useAddressParams } from '@/widgets/page/useAddressParams';

const DEFAULT_GUESTS: Guests = '2';

/** The dates and guests of the stay, which the address keeps. */
export function useStay() {
  const { params, change } = useAddressParams();
  const dates = useMemo(() => readDates(params), [params]);
  const guests = params.get('guests');
  return {
    dates,
    nights: nightsOf(dates),
    guests: isGuests(guests) ? guests : DEFAULT_GUESTS,
    setDates: ({ arrival, departure }: DateRange) => change({ checkin: arrival, checkout: departure }),
    setGuests: (value: Guests) => change({ guests: value }),
  };
}
