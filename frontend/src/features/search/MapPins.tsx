import { BedDouble } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { useFormat } from '@/i18n/useFormat';
import styles from './MapPins.module.css';
import type { Pin } from './pinArrangement';

interface PinHandlers {
  /** Gets the ids of the pin's hotels, or none when the pointer or the focus leaves it. */
  readonly onHighlight: (ids: readonly number[]) => void;
  readonly onChoose: (pin: Pin) => void;
}

interface MapPinsProps extends PinHandlers {
  pins: readonly Pin[];
  highlighted: readonly number[];
  chosenIds: readonly number[];
}

/** The pins of the map, in the order of the list: a price for one hotel, a count for several. */
export function MapPins({ pins, highlighted, onHighlight, chosenIds, onChoose }: MapPinsProps) {
  const { t } = useTranslation('search-map');
  return (
    <ul aria-label={t('pins')}>
      {pins.map((pin) => (
        // Keyed by its first hotel, so that zooming in keeps the focus on that hotel's pin.
        <li key={pin.members[0]?.hotel.id}>
          <PinButton
            pin={pin}
            isHighlighted={hasSome(pin, highlighted)}
            isChosen={hasSome(pin, chosenIds)}
            onHighlight={onHighlight}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  );
}

function hasSome({ members }: Pin, ids: readonly number[]): boolean {
  return members.some(({ hotel }) => ids.includes(hotel.id));
}

interface PinButtonProps extends PinHandlers {
  pin: Pin;
  isHighlighted: boolean;
  isChosen: boolean;
}

/** It is memoized, because a highlight concerns one of a hundred pins. */
const PinButton = memo(function PinButton({ pin, isHighlighted, isChosen, onHighlight, onChoose }: PinButtonProps) {
  const { t } = useTranslation('search-map');
  const format = useFormat();
  const hotels = pin.members.map(({ hotel }) => hotel);
  const count = hotels.length;
  const prices = hotels.map(({ pricePerNight }) => pricePerNight).filter((price) => price > 0);
  const price = prices.length > 0 ? format.price(Math.min(...prices)) : null;
  const { name = '', city: place = '' } = hotels[0] ?? {};
  const isOneTown = hotels.every(({ city }) => city === place);
  const label = () => {
    if (!price) return format.list(hotels.map((hotel) => hotel.name));
    if (count === 1) return t('pin', { name, price });
    return isOneTown ? t('cluster', { count, place, price }) : t('around', { count, place, price });
  };
  const highlight = () => onHighlight(hotels.map(({ id }) => id));
  const leave = () => onHighlight([]);
  return (
    <button
      type="button"
      aria-label={label()}
      aria-pressed={isChosen}
      data-highlighted={isHighlighted || undefined}
      style={{ translate: `${pin.x}px ${pin.y}px` }}
      onClick={() => onChoose(pin)}
      onPointerEnter={highlight}
      onPointerLeave={leave}
      onFocus={highlight}
      onBlur={leave}
      className={styles['pin']}
    >
      <span className={classes(styles['sign'], count > 1 && styles['several'], pin.members.every(({ around }) => around) && styles['approximate'])}>
        {count > 1 ? format.number(count) : (price ?? <BedDouble aria-hidden />)}
      </span>
    </button>
  );
});
