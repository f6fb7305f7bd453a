import { CalendarX2, Coffee, IdCard, Soup, SquareParking, Sunrise, UtensilsCrossed, Wifi } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { BUSINESS_HOTELS } from '@/sample-content/businessHotels';
import { averageRating, lowestPrice } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { useRatingText } from '@/product/useRatingText';
import { Benefits } from '@/widgets/listing/Benefits';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import { BusinessHotelCard } from './BusinessHotelCard';
import { Testimonials } from './Testimonials';

const BADGES = [
  { key: 'parking', Icon: SquareParking },
  { key: 'restaurant', Icon: UtensilsCrossed },
  { key: 'wifi', Icon: Wifi },
] as const;
const BLOCKS = [
  { key: 'parking', icon: SquareParking },
  { key: 'table', icon: Soup },
  { key: 'wifi', icon: Wifi },
  { key: 'early', icon: Sunrise },
] as const;
const ADVANTAGES = [
  { key: 'card', icon: IdCard },
  { key: 'cancel', icon: CalendarX2 },
  { key: 'wifi', icon: Wifi },
  { key: 'included', icon: Coffee },
] as const;

export function Component() {
  const { t } = useTranslation('stopovers');
  return (
    <ListingPage title={t('title')} description={t('hero.text')}>
      <ListingHero look="split" picture="car-2" eyebrow={t('hero.eyebrow')} title={t('hero.heading')} text={t('hero.text')}>
        {BADGES.map(({ key, Icon }) => (
          <Badge key={key} tone="sea" icon={<Icon aria-hidden />}>
            {t(`badges.${key}`)}
          </Badge>
        ))}
      </ListingHero>
      <Statistics />
      <Benefits
        title={t('blocks.title')}
        text={t('blocks.text')}
        items={BLOCKS.map(({ key, icon }) => ({ icon, title: t(`blocks.${key}.title`), text: t(`blocks.${key}.text`) }))}
      />
      <ListingSection title={t('hotels.title')} text={t('hotels.text')}>
        <EstablishmentGrid label={t('hotels.title')} columns={2}>
          {BUSINESS_HOTELS.map((hotel) => (
            <BusinessHotelCard key={hotel.id} hotel={hotel} />
          ))}
        </EstablishmentGrid>
      </ListingSection>
      <Benefits
        title={t('band.title')}
        look="plain"
        tone="maquis"
        items={ADVANTAGES.map(({ key, icon }) => ({ icon, title: t(`band.${key}.title`), text: t(`band.${key}.text`) }))}
      />
      <Testimonials />
    </ListingPage>
  );
}

function Statistics() {
  const { t } = useTranslation('stopovers');
  const format = useFormat();
  const ratingText = useRatingText();
  return (
    <StatisticsStrip
      look="plain"
      items={[
        { value: format.number(BUSINESS_HOTELS.length), label: t('statistics.hotels') },
        { value: format.price(lowestPrice(BUSINESS_HOTELS)), label: t('statistics.from') },
        { value: ratingText(averageRating(BUSINESS_HOTELS) ?? 0), label: t('statistics.rating') },
        { value: t('statistics.card_value'), label: t('statistics.card') },
      ]}
    />
  );
}
