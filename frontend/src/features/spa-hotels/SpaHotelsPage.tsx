import { Flame, Leaf, Salad, Waves } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hotelAddress } from '@/domain/hotelAddress';
import { SPA_HOTELS } from '@/sample-content/spaHotels';
import { averageRating } from '@/domain/sortOrder';
import { useRatingText } from '@/product/useRatingText';
import { Benefits } from '@/widgets/listing/Benefits';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { ListedCard } from '@/widgets/listing/ListedCard';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';

const SCENE = 'spa-2';
const SPA_HOTELS_ON_THE_ISLAND = 12;
const OPENING_HOURS = '7h-21h';

/** §2 /spa-hotels: twelve hotels. The links also carry the hotel's name. */
export function Component() {
  const { t } = useTranslation('spa-hotels');
  const ratingText = useRatingText();
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="scene" picture={SCENE} eyebrow={t('hero.eyebrow')} title={t('hero.title')} text={t('hero.text')} />
      <StatisticsStrip
        presented={SPA_HOTELS.length}
        items={[
          { value: `${SPA_HOTELS_ON_THE_ISLAND}+`, label: t('statistics.hotels') },
          { value: OPENING_HOURS, label: t('statistics.hours') },
          { value: t('statistics.treatments_value'), label: t('statistics.treatments') },
          { value: ratingText(averageRating(SPA_HOTELS) ?? 0), label: t('statistics.rating') },
        ]}
      />
      <ListingSection title={t('grid.title')} text={t('grid.text')}>
        <EstablishmentGrid label={t('grid.title')} columns={2}>
          {SPA_HOTELS.map((hotel) => (
            <ListedCard
              key={hotel.id}
              establishment={hotel}
              to={`${hotelAddress(hotel.id)}&hotel=${encodeURIComponent(hotel.name)}`}
              layout="row"
              text={t(`items.${hotel.id}.text`)}
              highlights={[t(`items.${hotel.id}.highlight`), t(`items.${hotel.id}.second`)]}
            />
          ))}
        </EstablishmentGrid>
      </ListingSection>
      <Benefits
        tone="sea"
        look="plain"
        title={t('benefits.title')}
        text={t('benefits.text')}
        items={[
          { icon: Waves, title: t('benefits.morning.title'), text: t('benefits.morning.text') },
          { icon: Salad, title: t('benefits.noon.title'), text: t('benefits.noon.text') },
          { icon: Leaf, title: t('benefits.afternoon.title'), text: t('benefits.afternoon.text') },
          { icon: Flame, title: t('benefits.evening.title'), text: t('benefits.evening.text') },
        ]}
      />
    </ListingPage>
  );
}
