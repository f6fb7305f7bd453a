import { Phone } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '@/components/Button';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { nightsOf } from '@/dates/dateRange';
import { addDays } from '@/dates/days';
import { resortBookingAddress } from '@/domain/bookingAddress';
import { partyOfHeads } from '@/domain/guests';
import { useFormat } from '@/i18n/useFormat';
import { Price } from '@/product/Price';
import type { ClubHotel } from '@/sample-content/clubHotels';
import { CONCIERGE_PHONE, HELP_PHONE } from '@/sample-content/contact';
import { useToday } from '@/widgets/page/useToday';
import { TermsList } from '@/widgets/stay-terms/TermsList';
import { TooManyGuests } from '@/widgets/stay-terms/TooManyGuests';
import styles from './BookingPanel.module.css';
import { DEFAULT_GUESTS, GUESTS, type ShownOption } from './stay';

interface BookingPanelProps {
  club: ClubHotel;
  options: readonly ShownOption[];
  option: ShownOption;
  onOption: (id: string) => void;
  /** The label of the option select, such as 'Hébergement'. */
  optionLabel: string;
  cancellationHours: number;
  premium: boolean;
}

/** §5: without validation. Impossible dates are marked, and the booking page asks for them as it does for missing ones. */
export function BookingPanel({ club, options, option, onOption, optionLabel, cancellationHours, premium }: BookingPanelProps) {
  const { t } = useTranslation(['club-stay', 'common']);
  const format = useFormat();
  const navigate = useNavigate();
  const [arrival, setArrival] = useState('');
  const [departure, setDeparture] = useState('');
  const [guests, setGuests] = useState(DEFAULT_GUESTS);
  const firstDay = useToday();
  const nights = nightsOf({ arrival, departure });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const dates = { arrival, departure };
    const { name: roomType, pricePerNight } = option;
    void navigate(resortBookingAddress({ hotel: club, dates, guests: String(guests), roomType, pricePerNight }));
  };
  return (
    <div className={styles['panel']}>
      <form noValidate onSubmit={submit} className={styles['form']}>
        <h2 className={styles['title']}>{t('book.title')}</h2>
        <Price euros={option.pricePerNight} perNight large />
        <Select label={optionLabel} value={option.id} onChange={({ target }) => onOption(target.value)}>
          {options.map(({ id, name, pricePerNight }) => (
            <option key={id} value={id}>
              {t('book.choice', { name, price: format.price(pricePerNight) })}
            </option>
          ))}
        </Select>
        <div className={styles['dates']}>
          <TextField
            type="date"
            label={t('book.arrival')}
            min={firstDay}
            error={arrival && firstDay && arrival < firstDay ? t('common:form.dateInPast') : undefined}
            value={arrival}
            onChange={({ target }) => setArrival(target.value)}
          />
          <TextField
            type="date"
            label={t('book.departure')}
            min={arrival ? addDays(arrival, 1) : firstDay}
            error={departure && departure <= (arrival || firstDay || '') ? t('book.tooEarly') : undefined}
            value={departure}
            onChange={({ target }) => setDeparture(target.value)}
          />
        </div>
        <Select label={t('book.guests')} value={guests} onChange={({ target }) => setGuests(Number(target.value))}>
          {GUESTS.map((count) => (
            <option key={count} value={count}>
              {t('book.guestCount', { count })}
            </option>
          ))}
        </Select>
        {nights > 0 && (
          <dl className={styles['total']}>
            <dt>{t('book.total')}</dt>
            <dd>
              <Price euros={nights * option.pricePerNight} large />
            </dd>
            <dd className={styles['nights']}>{t('book.nights', { count: nights, price: format.price(option.pricePerNight) })}</dd>
          </dl>
        )}
        <Button type="submit" variant="accent" wide>
          {t('book.submit')}
        </Button>
        <TooManyGuests party={partyOfHeads(guests)} capacity={option.guests} />
        <TermsList terms={{ cancellationHours, board: option.board }} />
      </form>
      <Help premium={premium} />
    </div>
  );
}

function Help({ premium }: { premium: boolean }) {
  const { t } = useTranslation('club-stay');
  const phone = premium ? CONCIERGE_PHONE : HELP_PHONE;
  return (
    <div className={styles['help']}>
      <h3>{t(premium ? 'help.premiumTitle' : 'help.title')}</h3>
      <p>{t(premium ? 'help.premiumText' : 'help.text')}</p>
      <a href={`tel:${phone.replaceAll(' ', '')}`} className={styles['phone']}>
        <Phone aria-hidden />
        {phone}
      </a>
    </div>
  );
}
