import { Building2, CalendarX2, Compass, FileText, MapPinned } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { StructuredData } from '@/components/StructuredData';
import { hotelAddress } from '@/domain/hotelAddress';
import { averageRating, lowestPrice } from '@/domain/sortOrder';
import type { KnownRegion } from '@/geography/regions';
import { pathInLanguage, type Language } from '@/i18n/language';
import { useFormat, useTextLanguage } from '@/i18n/useFormat';
import { useRatingText } from '@/product/useRatingText';
import type { KnownRegionHotel } from '@/sample-content/regionHotels';
import { Benefits } from '@/widgets/listing/Benefits';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import { CityTiles } from './CityTiles';
import { OtherRegions } from './OtherRegions';
import { RegionHotels } from './RegionHotels';

interface RegionContentProps {
  region: KnownRegion;
  hotels: readonly KnownRegionHotel[];
}

/** A region: description, towns and hotels. The tiles and the chips share the town filter. */
export function RegionContent({ region, hotels }: RegionContentProps) {
  const { t } = useTranslation(['region-hotels', 'common', 'listing']);
  const format = useFormat();
  const ratingText = useRatingText();
  const language = useTextLanguage();
  const [city, setCity] = useState<string | null>(null);
  const name = t(`common:region.${region.key}`);
  const text = t(`regions.${region.key}`);
  return (
    <ListingPage title={t('title', { region: name })} description={text} picture={region.picture}>
      <ListingHero look="night" picture={region.picture} eyebrow={t('hero.eyebrow')} title={name} text={text}>
        <Badge icon={<MapPinned aria-hidden />}>{t('hero.cities', { count: region.towns.length })}</Badge>
        <Badge icon={<Building2 aria-hidden />}>{t('hero.hotels', { count: hotels.length })}</Badge>
      </ListingHero>
      <StructuredData data={schemaOrgList(t('title', { region: name }), hotels, language)} />
      {hotels.length > 0 && (
        <StatisticsStrip
          note={t('listing:sampleOffers')}
          items={[
            { value: format.price(lowestPrice(hotels)), label: t('statistics.from') },
            { value: ratingText(averageRating(hotels) ?? 0), label: t('statistics.rating') },
            { value: format.number(hotels.reduce((sum, { reviews }) => sum + reviews, 0)), label: t('statistics.reviews') },
          ]}
        />
      )}
      <CityTiles towns={region.towns} hotels={hotels} chosen={city} onChoose={setCity} />
      <RegionHotels region={region} hotels={hotels} city={city} onChoose={setCity} />
      <OtherRegions except={region.key} />
      <Benefits
        look="plain"
        title={t('why.title')}
        items={[
          { icon: Compass, title: t('why.guide.title'), text: t('why.guide.text') },
          { icon: FileText, title: t('why.local.title'), text: t('why.local.text') },
          { icon: CalendarX2, title: t('why.free.title'), text: t('why.free.text') },
        ]}
      />
    </ListingPage>
  );
}

/** The schema.org data of a region's hotels; the document has the same. */
function schemaOrgList(name: string, hotels: readonly KnownRegionHotel[], language: Language) {
  return {
    '@type': 'ItemList',
    name,
    itemListElement: hotels.map((hotel, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: hotel.name,
      url: new URL(pathInLanguage(hotelAddress(hotel.id), language), location.origin).href,
    })),
  };
}
