import { BadgeEuro, CalendarX2, Headset, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { HOTELS } from '@/sample-content/hotels';
import { averageRating, inOrder, lowestPrice, type Order } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { useRatingText } from '@/product/useRatingText';
import { Benefits } from '@/widgets/listing/Benefits';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { ListedCard } from '@/widgets/listing/ListedCard';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { SortSelect } from '@/widgets/listing/SortSelect';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';

const SCENE = 'citadel-1';
const HOTELS_ON_THE_ISLAND = 450;

/** §2 /hotels: twelve hotels, 42 to 195 euros. */
export function Component() {
  const { t } = useTranslation('hotels');
  const format = useFormat();
  const ratingText = useRatingText();
  const [order, setOrder] = useState<Order>('recommended');
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="scene" picture={SCENE} eyebrow={t('hero.eyebrow')} title={t('hero.title')} text={t('hero.text')} />
      <StatisticsStrip
        presented={HOTELS.length}
        items={[
          { value: `${HOTELS_ON_THE_ISLAND}+`, label: t('statistics.hotels') },
          { value: format.price(lowestPrice(HOTELS)), label: t('statistics.from') },
          { value: ratingText(averageRating(HOTELS) ?? 0), label: t('statistics.rating') },
          { value: '24/7', label: t('statistics.support') },
        ]}
      />
      <ListingSection title={t('grid.title')} text={t('grid.text')} aside={<SortSelect value={order} onChange={setOrder} />}>
        <EstablishmentGrid label={t('grid.title')}>
          {inOrder(HOTELS, order).map((hotel) => (
            <ListedCard
              key={hotel.id}
              establishment={hotel}
              badge={<Badge tone="white">{t(`items.${hotel.id}.highlight`)}</Badge>}
              text={t(`items.${hotel.id}.text`)}
            />
          ))}
        </EstablishmentGrid>
      </ListingSection>
      <Benefits
        tone="sand"
        title={t('benefits.title')}
        text={t('benefits.text')}
        items={[
          { icon: BadgeEuro, title: t('benefits.price.title'), text: t('benefits.price.text') },
          { icon: CalendarX2, title: t('benefits.cancel.title'), text: t('benefits.cancel.text') },
          { icon: MessageSquareText, title: t('benefits.reviews.title'), text: t('benefits.reviews.text') },
          { icon: Headset, title: t('benefits.support.title'), text: t('benefits.support.text') },
        ]}
      />
    </ListingPage>
  );
}
