import { Check, ChevronDown, MapPin, Users } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '@/pictures/Picture';
import { Price } from '@/product/Price';
import type { SEMINAR_HOTELS } from '@/sample-content/seminarHotels';
import styles from './SeminarHotelCard.module.css';

interface SeminarHotelCardProps {
  hotel: (typeof SEMINAR_HOTELS)[number];
  expanded: boolean;
  onToggle: () => void;
}

/** A seminar hotel. The whole card is a button that expands its equipment. */
export function SeminarHotelCard({ hotel, expanded, onToggle }: SeminarHotelCardProps) {
  const { t } = useTranslation('seminars');
  const panelId = useId();
  const { id, name, location, capacity, facilities, price, image } = hotel;
  const [from, to] = capacity;
  return (
    <li className={styles['card']}>
      <Picture name={image} alt="" sizes="(min-width: 768px) 288px, 100vw" ratio={3 / 2} className={styles['picture']} />
      <div className={styles['words']}>
        <h3>
          <button type="button" aria-expanded={expanded} aria-controls={panelId} onClick={onToggle} className={styles['toggle']}>
            {name}
          </button>
        </h3>
        <ul className={styles['facts']}>
          <li>
            <MapPin aria-hidden />
            {location}
          </li>
          <li>
            <Users aria-hidden />
            {t('card.capacity', { from, to })}
          </li>
        </ul>
        <p className={styles['text']}>{t(`hotel.${id}`)}</p>
      </div>
      <div className={styles['cost']}>
        <Price euros={price} unit={t('card.unit')} large />
        <span aria-hidden className={styles['more']}>
          {expanded ? t('card.hide') : t('card.show')}
          <ChevronDown className={styles['chevron']} />
        </span>
      </div>
      <div id={panelId} hidden={!expanded} className={styles['panel']}>
        <h4 className={styles['panelTitle']}>{t('card.facilities')}</h4>
        <ul className={styles['facilities']}>
          {facilities.map((facility) => (
            <li key={facility}>
              <Check aria-hidden />
              {t(`facility.${facility}`)}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
