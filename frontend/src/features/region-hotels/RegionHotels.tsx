import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { hotelAddress } from '@/domain/hotelAddress';
import { Stars } from '@/product/Stars';
import { EmptyState } from '@/components/StateMessage';
import { ToggleChip } from '@/components/ToggleChip';
import { EstablishmentCard } from '@/widgets/listing/EstablishmentCard';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { FilterBar } from '@/widgets/listing/FilterBar';
import type { KnownRegion } from '@/geography/regions';
import type { KnownRegionHotel } from '@/sample-content/regionHotels';
import { ListingSection } from '@/widgets/listing/ListingSection';

interface RegionHotelsProps {
  region: Pick<KnownRegion, 'key' | 'towns'>;
  hotels: readonly KnownRegionHotel[];
  /** Null for all towns. */
  city: string | null;
  onChoose: (city: string | null) => void;
}

/** The hotels of a region, filtered by the chosen town. */
export function RegionHotels({ region, hotels, city, onChoose }: RegionHotelsProps) {
  const { t } = useTranslation(['region-hotels', 'common']);
  const title = city === null ? t('list.title') : t('list.titleIn', { city });
  const shown = hotels.filter((hotel) => city === null || hotel.city === city);
  const showAll = () => onChoose(null);
  return (
    <ListingSection title={title}>
      <FilterBar label={t('filter.label')}>
        <ToggleChip pressed={city === null} onPress={showAll}>
          {t('filter.all')}
        </ToggleChip>
        {region.towns.map((town) => (
          <ToggleChip key={town} pressed={city === town} onPress={() => onChoose(town)}>
            {town}
          </ToggleChip>
        ))}
      </FilterBar>
      {shown.length === 0 ? (
        <EmptyState
          title={t('empty.title')}
          titleLevel={3}
          action={
            city !== null && (
              <Button variant="outline" onClick={showAll}>
                {t('empty.all')}
              </Button>
            )
          }
        >
          {city === null ? t('empty.region', { region: t(`common:region.${region.key}`) }) : t('empty.city', { city })}
        </EmptyState>
      ) : (
        <EstablishmentGrid label={title} columns={1}>
          {shown.map((hotel) => (
            <RegionHotelCard key={hotel.id} hotel={hotel} />
          ))}
        </EstablishmentGrid>
      )}
    </ListingSection>
  );
}

function RegionHotelCard({ hotel }: { hotel: KnownRegionHotel }) {
  const { t } = useTranslation(['region-hotels', 'amenities']);
  const { id, name, stars, location, pictures, rating, reviews, price, amenities } = hotel;
  return (
    <EstablishmentCard
      layout="row"
      name={name}
      to={hotelAddress(id)}
      place={location}
      picture={pictures[0]}
      facts={<Stars rating={stars} />}
      rating={rating}
      reviewsCount={reviews}
      price={price}
      text={t(`items.${id}`)}
      highlights={amenities.map((amenity) => t(`amenities:${amenity}`))}
    />
  );
}
