import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { preload } from '@/browser/preload';
import { Button, ButtonLink } from '@/components/Button';
import { NO_DATES, nightsOf, type DateRange } from '@/dates/dateRange';
import { DEFAULT_GUESTS } from '@/domain/booking';
import { hotelBookingAddress } from '@/domain/bookingAddress';
import { readDates } from '@/domain/searchAddress';
import type { GastronomicHotel } from '@/sample-content/gastronomicHotels';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';

const loadCalendar = () => import('@/widgets/search-form/DatesDialog');
const DatesDialog = lazy(loadCalendar);

interface BookButtonProps {
  hotel: GastronomicHotel;
  roomType: string;
}

/** Links to the booking with the dates of the address. Without dates, it opens the calendar first. */
export function BookButton({ hotel, roomType }: BookButtonProps) {
  const { t } = useTranslation('gastronomy');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [choosing, setChoosing] = useState(false);
  const dates = readDates(params);
  const guests = params.get('guests') ?? String(DEFAULT_GUESTS);
  const addressFor = (stay: DateRange) =>
    hotelBookingAddress({ hotel, dates: stay, guests, roomType, pricePerNight: hotel.price });

  if (nightsOf(dates) > 0) {
    return (
      <ButtonLink to={addressFor(dates)} aria-description={hotel.name}>
        {t('card.book')}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button
        aria-description={hotel.name}
        aria-haspopup="dialog"
        onPointerEnter={() => preload(loadCalendar)}
        onClick={() => setChoosing(true)}
      >
        {t('card.book')}
      </Button>
      {choosing && (
        <DialogBoundary onClose={() => setChoosing(false)}>
          <DatesDialog value={NO_DATES} onConfirm={(stay) => void navigate(addressFor(stay))} onClose={() => setChoosing(false)} />
        </DialogBoundary>
      )}
    </>
  );
}
