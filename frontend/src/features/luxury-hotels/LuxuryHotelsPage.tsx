import { BellRing, KeyRound, Plane, Soup } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Stars } from '@/product/Stars';
import { LUXURY_HOTELS } from '@/sample-content/luxuryHotels';
import { lowestPrice } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { Benefits } from '@/widgets/listing/Benefits';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { ListedCard } from '@/widgets/listing/ListedCard';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { HALF } from '@/widgets/listing/sizes';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';

const SCENE = 'resort-2';
const LUXURY_HOTELS_ON_THE_ISLAND = 25;
const STARS = 5;
const WIDE = 16 / 9;

/** §2 /hotels-luxe: eight five-star hotels, 275 to 425 euros. */
export function Component() {
  const { t } = useTranslation('luxury-hotels');
  const format = useFormat();
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="night" picture={SCENE} eyebrow={t('hero.eyebrow')} title={t('hero.title')} text={t('hero.text')}>
        <Stars rating={STARS} />
      </ListingHero>
      <StatisticsStrip
        presented={LUXURY_HOTELS.length}
        items={[
          { value: `${LUXURY_HOTELS_ON_THE_ISLAND}+`, label: t('statistics.addresses') },
          { value: t('statistics.stars_value'), label: t('statistics.stars') },
          { value: format.price(lowestPrice(LUXURY_HOTELS)), label: t('statistics.from') },
          { value: '24/7', label: t('statistics.concierge') },
        ]}
      />
      <ListingSection title={t('grid.title')} text={t('grid.text')}>
        <EstablishmentGrid label={t('grid.title')} columns={2}>
          {LUXURY_HOTELS.map((hotel) => (
            <ListedCard
              key={hotel.id}
              establishment={hotel}
              ratio={WIDE}
              sizes={HALF}
              facts={<Stars rating={STARS} />}
              text={t(`items.${hotel.id}.text`)}
              highlights={[t(`items.${hotel.id}.highlight`), t(`items.${hotel.id}.second`), t(`items.${hotel.id}.third`)]}
            />
          ))}
        </EstablishmentGrid>
      </ListingSection>
      <Benefits
        tone="maquis"
        look="panel"
        picture="dish-1"
        title={t('benefits.title')}
        text={t('benefits.text')}
        items={[
          { icon: BellRing, title: t('benefits.concierge.title'), text: t('benefits.concierge.text') },
          { icon: KeyRound, title: t('benefits.privacy.title'), text: t('benefits.privacy.text') },
          { icon: Soup, title: t('benefits.table.title'), text: t('benefits.table.text') },
          { icon: Plane, title: t('benefits.arrival.title'), text: t('benefits.arrival.text') },
        ]}
      />
    </ListingPage>
  );
}
