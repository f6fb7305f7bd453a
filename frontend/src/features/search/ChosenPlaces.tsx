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

interface ChosenPlacesProps {
  hotels: readonly Hotel[];
  search: Search;
  onHighlight: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** The hotels of the chosen pin, in a card over the map's lower edge. */
export function ChosenPlaces({ hotels, search, onHighlight, onClose }: ChosenPlacesProps) {
  const { t } = useTranslation('search-map');
  return (
    <div className={styles['panel']}>
      <IconButton label={t('close')} onClick={onClose} className={styles['close']}>
        <X aria-hidden />
      </IconButton>
      <ul aria-label={t('chosen')} className={styles['list']}>
        {hotels.map((hotel) => (
          <li
            key={hotel.id}
            onPointerEnter={() => onHighlight([hotel.id])}
            onPointerLeave={() => onHighlight([])}
            className={styles['place']}
          >
            <HotelPicture src={hotel.images[0]} alt="" ratio={1} />
            <div className={styles['words']}>
              <Link to={detailAddress(hotel, search)} viewTransition className={styles['name']}>
                {hotel.name}
              </Link>
              <RatingPill rating={hotel.rating} reviewsCount={hotel.reviewsCount} />
              <Price euros={hotel.pricePerNight} perNight />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
