import { useTranslation } from 'react-i18next';
import { Picture } from '@/pictures/Picture';
import { TOWN_PICTURES } from '@/sample-content/townPictures';
import type { KnownRegion } from '@/geography/regions';
import type { KnownRegionHotel } from '@/sample-content/regionHotels';
import { ListingSection } from '@/widgets/listing/ListingSection';
import styles from './CityTiles.module.css';

interface CityTilesProps {
  towns: KnownRegion['towns'];
  hotels: readonly KnownRegionHotel[];
  chosen: string | null;
  onChoose: (city: string | null) => void;
}

/** The towns of a region as toggles that filter its hotels. */
export function CityTiles({ towns, hotels, chosen, onChoose }: CityTilesProps) {
  const { t } = useTranslation('region-hotels');
  return (
    <ListingSection title={t('cities.title')} text={t('cities.text')}>
      <ul className={styles['tiles']}>
        {towns.map((town) => {
          const isChosen = town === chosen;
          return (
            <li key={town}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? null : town)}
                className={styles['tile']}
              >
                <Picture name={TOWN_PICTURES[town]} alt="" sizes="(min-width: 1024px) 282px, 46vw" fill />
                <span className={styles['name']}>{town}</span>
                <span className={styles['count']}>
                  {t('cities.hotels', { count: hotels.filter(({ city }) => city === town).length })}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </ListingSection>
  );
}
