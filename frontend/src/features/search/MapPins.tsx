import { BedDouble } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { useFormat } from '@/i18n/useFormat';
import styles from './MapPins.module.css';
import type { Pin } from './pinArrangement';

interface MapPinsProps {
  pins: readonly Pin[];
  highlighted: readonly number[];
  onHighlight: (ids: readonly number[]) => void;
  chosenIds: readonly number[];
  onChoose: (pin: Pin) => void;
}

/** The pins of the map, in the order of the list: a price for one hotel, a count for several. */
export function MapPins({ pins, highlighted, onHighlight, chosenIds, onChoose }: MapPinsProps) {
  const { t } = useTranslation('search-map');
  return (
    <ul aria-label={t('pins')}>
      {pins.map((pin) => {
        const ids = pin.members.map(({ hotel }) => hotel.id);
        return (
          // Keyed by its first hotel, so that zooming in keeps the focus on that hotel's pin.
          <li key={ids[0]}>
            <PinButton
              pin={pin}
              isHighlighted={ids.some((id) => highlighted.includes(id))}
              isChosen={ids.some((id) => chosenIds.includes(id))}
              onHighlight={() => onHighlight(ids)}
              onLeave={() => onHighlight([])}
              onChoose={() => onChoose(pin)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface PinButtonProps {
  pin: Pin;
  isHighlighted: boolean;
  isChosen: boolean;
  onHighlight: () => void;
  onLeave: () => void;
  onChoose: () => void;
}

function PinButton({ pin, isHighlighted, isChosen, onHighlight, onLeave, onChoose }: PinButtonProps) {
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
  return (
    <button
      type="button"
      aria-label={label()}
      aria-pressed={isChosen}
      data-highlighted={isHighlighted || undefined}
      style={{ translate: `${pin.x}px ${pin.y}px` }}
      onClick={onChoose}
      onPointerEnter={onHighlight}
      onPointerLeave={onLeave}
      onFocus={onHighlight}
      onBlur={onLeave}
      className={styles['pin']}
    >
      <span className={classes(styles['sign'], count > 1 && styles['several'], pin.members.every(({ around }) => around) && styles['approximate'])}>
        {count > 1 ? format.number(count) : (price ?? <BedDouble aria-hidden />)}
      </span>
    </button>
  );
}
