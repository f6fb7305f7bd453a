import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '@/components/Button';
import { EmptyState } from '@/components/StateMessage';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import { regionNamed } from '@/geography/regionNamed';
import { ListingPage } from '@/widgets/listing/ListingPage';
import type { PageHandle } from '@/widgets/page/pageHandle';
import { RegionContent } from './RegionContent';
import { RegionSkeleton } from './RegionSkeleton';

export const handle: PageHandle = { Skeleton: RegionSkeleton };

/** §2 /region-hotels: the hotels of the region in the `region` parameter. */
export function Component() {
  const [params] = useSearchParams();
  const region = regionNamed(params.get('region') ?? '');
  if (!region) return <UnknownRegion />;
  const hotels = REGION_HOTELS.filter((hotel) => hotel.region === region.key);
  // The key resets the town filter when the region changes.
  return <RegionContent key={region.key} region={region} hotels={hotels} />;
}

function UnknownRegion() {
  const { t } = useTranslation(['region-hotels', 'common']);
  return (
    <ListingPage title={t('unknown.title')} description={t('unknown.text')} indexed={false}>
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
