import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '@/components/Button';
import { EmptyState } from '@/components/StateMessage';
import { folded } from '@/text/folded';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import { REGIONS } from '@/geography/regions';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { RegionContent } from './RegionContent';

/** §2 /region-hotels: the region that the address names, and its hotels. */
export function Component() {
  const [params] = useSearchParams();
  const wanted = folded(params.get('region') ?? '');
  const region = REGIONS.find(({ name }) => folded(name) === wanted);
  if (!region) return <UnknownRegion />;
  const hotels = REGION_HOTELS.filter((hotel) => hotel.region === region.key);
  // Another region begins with all of its towns.
  return <RegionContent key={region.key} region={region} hotels={hotels} />;
}

function UnknownRegion() {
  const { t } = useTranslation(['region-hotels', 'common']);
  return (
    <ListingPage title={t('unknown.title')} description={t('unknown.text')}>
      <EmptyState
        title={t('unknown.title')}
        titleLevel={1}
        action={<ButtonLink to="/">{t('common:action.backHome')}</ButtonLink>}
      >
        {t('unknown.text')}
      </EmptyState>
    </ListingPage>
  );
}
