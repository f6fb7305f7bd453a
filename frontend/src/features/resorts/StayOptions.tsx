import { Check, Ruler, Users, Utensils } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import surface from '@/components/Surface.module.css';
import { Price } from '@/product/Price';
import type { ShownOption } from './stay';
import styles from './StayOptions.module.css';

interface StayOptionsProps {
  options: readonly ShownOption[];
  /** The id of the chosen option. */
  chosen: string;
  onChoose: (id: string) => void;
}

/** The bookable options with their prices. The booking panel shows the chosen one too. */
export function StayOptions({ options, chosen, onChoose }: StayOptionsProps) {
  return (
    <ul className={styles['options']}>
      {options.map((option) => (
        <Option key={option.id} option={option} isChosen={option.id === chosen} onChoose={() => onChoose(option.id)} />
      ))}
    </ul>
  );
}

function Option({ option, isChosen, onChoose }: { option: ShownOption; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation(['club-stay', 'club-features', 'stay-terms']);
  return (
    <li data-chosen={isChosen || undefined} className={classes(surface['panel'], styles['option'])}>
      <div className={styles['about']}>
        <h3>{option.name}</h3>
        <p className={styles['facts']}>
          <span>
            <Users aria-hidden />
            {t('room.guests', { count: option.guests })}
          </span>
          <span>
            <Ruler aria-hidden />
            {t('room.surface', { surface: option.surface })}
          </span>
          <span>
            <Utensils aria-hidden />
            {t(`stay-terms:board.${option.board}`)}
          </span>
        </p>
        <p className={styles['text']}>{option.description}</p>
        <ul className={styles['features']}>
          {option.features.map((feature) => (
            <li key={feature}>
              <Check aria-hidden />
              {t(`club-features:room.${feature}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles['offer']}>
        <Price euros={option.pricePerNight} perNight large />
        <Button
          variant={isChosen ? 'primary' : 'outline'}
          size="sm"
          aria-pressed={isChosen}
          aria-label={t(isChosen ? 'room.chosenNamed' : 'room.chooseNamed', { name: option.name })}
          onClick={onChoose}
        >
          {t(isChosen ? 'room.chosen' : 'room.choose')}
        </Button>
      </div>
    </li>
  );
}
