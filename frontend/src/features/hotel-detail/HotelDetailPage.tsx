import { lazy, useDeferredValue, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hotelQuery } from '@/api/hotels';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import { Place } from '@/product/Place';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import { Stars } from '@/product/Stars';
import { StructuredData } from '@/components/StructuredData';
import { hotelAddress } from '@/domain/hotelAddress';
import { readHotelId, type HotelId } from '@/domain/hotelNames';
import { searchParams } from '@/domain/searchAddress';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { Breadcrumb } from '@/widgets/page/Breadcrumb';
import shared from '@/widgets/page/EstablishmentPage.module.css';
import type { PageHandle } from '@/widgets/page/pageHandle';
import { startQuery, type CreateLoader } from '@/widgets/page/pageLoader';
import { PageTitle } from '@/widgets/page/PageTitle';
import { ReviewsBlock } from '@/widgets/reviews/ReviewsBlock';
import { Amenities } from './Amenities';
import { schemaOrgHotel } from './schemaOrgHotel';
import { DetailSkeleton, DocumentSkeleton } from './DetailSkeleton';
import type { Establishment } from './establishment';
import styles from './HotelDetailPage.module.css';
import { HouseRules } from './HouseRules';
import { Origin } from './Origin';
import { Overview } from './Overview';
import { PhotoGrid } from './PhotoGrid';
import { Rates } from './Rates';
import { Section } from './Section';
import { sectionId } from './sections';
import { SectionTabs } from './SectionTabs';
import { useDescription } from './useDescription';
import { useEstablishment } from './useEstablishment';

// Without a boundary here, what is shown stays while they load: the document's text, the skeleton, or the page before.
const BuiltInHotel = lazy(() => import('./BuiltInHotel'));
const MissingHotel = lazy(() => import('./MissingHotel'));
const RegionHotel = lazy(() => import('./RegionHotel'));

export const handle: PageHandle = { Skeleton: DocumentSkeleton };

export const createLoader: CreateLoader =
  (queryClient) =>
  ({ request }) => {
    const id = readHotelId(new URL(request.url).searchParams);
    return typeof id === 'number' ? startQuery(queryClient, hotelQuery(id)) : null;
  };

export function Component() {
  const [params] = useSearchParams();
  const id = useMemo(() => readHotelId(params), [params]);
  if (typeof id === 'string' && /^h\d+$/.test(id)) {
    return (
      <RegionHotel id={id}>
        {(known) => (known ? <Detail establishment={known} notice={<Origin text="sample" />} /> : <Fetched id={id} />)}
      </RegionHotel>
    );
  }
  return <Fetched id={id} />;
}

function Fetched({ id }: { id: HotelId }) {
  // Deferred, so that React can interrupt the render to handle input.
  const found = useDeferredValue(useEstablishment(id));
  switch (found.state) {
    case 'loading':
      return <DetailSkeleton />;
    case 'record':
      return (
        <Detail establishment={found.establishment} notice={found.failure && <Origin text="cached" onRetry={found.retry} />} />
      );
    case 'builtIn':
      return (
        <BuiltInHotel hotel={found.hotel}>
          {(known) => (
            <Detail
              establishment={known}
              notice={found.failure ? <Origin text="sampleFailed" onRetry={found.retry} /> : <Origin text="sample" />}
            />
          )}
        </BuiltInHotel>
      );
    default:
      return <MissingHotel {...(found.state === 'unreachable' && { failure: found.failure, onRetry: found.retry })} />;
  }
}

interface DetailProps {
  establishment: Establishment;
  /** Where the data come from, if not fresh from the backend. */
  notice: ReactNode;
}

function Detail({ establishment, notice }: DetailProps) {
  return (
    <div className={classes(shared['page'], styles['page'])}>
      <Header establishment={establishment} />
      {notice}
      <PhotoGrid key={establishment.id} name={establishment.name} photos={establishment.photos} />
      <SectionTabs />
      <Overview establishment={establishment} />
      <Rates establishment={establishment} />
      <Amenities amenities={establishment.amenities} />
      <HouseRules amenities={establishment.amenities} />
      <Section name="reviews">
        <ReviewsBlock hotel={establishment} samples={establishment.reviews} />
      </Section>
    </div>
  );
}

function Header({ establishment }: { establishment: Establishment }) {
  const { t } = useTranslation(['hotel-detail', 'common']);
  const description = useDescription(establishment);
  const { id, isSample, name, city, location, stars, rating, reviewsCount, pricePerNight } = establishment;
  return (
    <header className={classes(shared['header'], styles['header'])}>
      <PageTitle description={description} picture={establishment.photos[0]} address={hotelAddress(id)} indexed={!isSample}>
        {t('title', { name, city })}
      </PageTitle>
      <StructuredData data={schemaOrgHotel(establishment)} />
      <Breadcrumb
        path={[
          { label: t('common:breadcrumb.hotels'), to: '/hotels' },
          { label: city, to: `/search?${searchParams({ destination: city })}` },
          { label: name },
        ]}
      />
      <div className={shared['names']}>
        <h1>{name}</h1>
        <p className={styles['place']}>
          {stars !== null && <Stars rating={stars} />}
          <Place inline lang={CONTENT_LANGUAGE}>
            {location}
          </Place>
        </p>
      </div>
      <div className={styles['rating']}>
        <RatingPill large outOfTen rating={rating} reviewsCount={reviewsCount} />
        <div className={classes(shared['offer'], styles['offer'])}>
          <Price euros={pricePerNight} perNight large />
          <Button size="sm" onClick={() => document.getElementById(sectionId('rates'))?.scrollIntoView()}>
            {t('rates.goTo')}
          </Button>
        </div>
      </div>
    </header>
  );
}
