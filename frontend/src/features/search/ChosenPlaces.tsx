import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Hotel } from '@/api/hotels';
import { IconButton } from '@/components/Button';
import { HotelPicture } from '@/product/HotelPicture';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import { detailAddress, type Search } from '@/domain/searchAddress';
import styles from './ChosenPlaces.module.css';

interface ChosenPlace {
  readonly hotel: Hotel;
  /** The place in whose middle the pin is, if the hotel's own position is unknown. */
  readonly around: string | null;
}

interface ChosenPlacesProps {
  /** The name of the list. */
  label: string;
  places: readonly ChosenPlace[];
  search: Search;
  onHighlight: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** The hotels of the chosen pin, in a card over the map's lower edge, whether or not the list shows them. */
export function ChosenPlaces({ label, places, search, onHighlight, onClose }: ChosenPlacesProps) {
  const { t } = useTranslation('search-map');
  return (
    <div data-scrolls className={styles['panel']}>
      <IconButton label={t('close')} onClick={onClose} className={styles['close']}>
        <X aria-hidden />
      </IconButton>
      <ul aria-label={label} className={styles['list']}>
        {places.map(({ hotel, around }) => (
          <li
            key={hotel.id}
            onPointerEnter={() => onHighlight([hotel.id])}
            onPointerLeave={() => onHighlight([])}
            className={styles['place']}
          >
            <HotelPicture src={hotel.images[0]} alt="" sizes="72px" ratio={1} />
            <div className={styles['words']}>
              <Link to={detailAddress(hotel, search)} viewTransition className={styles['name']}>
                {hotel.name}
              </Link>
              <RatingPill rating={hotel.rating} reviewsCount={hotel.reviewsCount} />
              <Price euros={hotel.pricePerNight} perNight />
              {around && <p className={styles['around']}>{t('approximate', { place: around })}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
