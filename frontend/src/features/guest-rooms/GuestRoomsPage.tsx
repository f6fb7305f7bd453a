import { Croissant, KeyRound, MessagesSquare, Sprout } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { GUEST_HOUSE_IDS } from '@/api/hotels';
import { ButtonLink } from '@/components/Button';
import { EmptyState } from '@/components/StateMessage';
import { averageRating, lowestKnownPrice } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { useRatingText } from '@/product/useRatingText';
import { Benefits } from '@/widgets/listing/Benefits';
import { GridSkeleton } from '@/widgets/listing/EstablishmentGrid';
import { HotelGrid } from '@/widgets/listing/HotelGrid';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { StatisticsStrip, type Statistic } from '@/widgets/listing/StatisticsStrip';
import { startQuery, type CreateLoader } from '@/widgets/page/pageLoader';
import { guestRoomsQuery, useGuestRooms, type GuestRooms } from './useGuestRooms';

const SCENE = 'guest-house-2';
/** §9: the average rating to show without hotels. */
const USUAL_RATING = 4.4;
/** The value of a figure during loading. */
const UNKNOWN = '…';

export const createLoader: CreateLoader = (queryClient) => () => startQuery(queryClient, guestRoomsQuery());

/** §2 /chambres-hotes: the guest houses of call 16, the best rated first. */
export function Component() {
  // Includes the cards' namespaces: loaded only after the response, they would suspend the whole page.
  const { t } = useTranslation(['guest-rooms', 'listing', 'amenities']);
  const rooms = useGuestRooms();
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="split" picture={SCENE} eyebrow={t('hero.eyebrow')} title={t('hero.title')} text={t('hero.text')} />
      <StatisticsStrip look="plain" items={useStatistics(rooms)} />
      <ListingSection title={t('grid.title')} text={t('grid.text')}>
        <Rooms rooms={rooms} />
      </ListingSection>
      <Benefits
        tone="sand"
        look="panel"
        picture="breakfast-1"
        title={t('art.title')}
        text={t('art.text')}
        items={[
          { icon: Croissant, title: t('art.table.title'), text: t('art.table.text') },
          { icon: MessagesSquare, title: t('art.word.title'), text: t('art.word.text') },
          { icon: KeyRound, title: t('art.key.title'), text: t('art.key.text') },
          { icon: Sprout, title: t('art.season.title'), text: t('art.season.text') },
        ]}
      />
    </ListingPage>
  );
}

/** §4: the loading and loaded states; a failure counts as loaded. */
function Rooms({ rooms: { loading, hotels } }: { rooms: GuestRooms }) {
  const { t } = useTranslation('guest-rooms');
  if (loading) return <GridSkeleton label={t('loading')} cards={GUEST_HOUSE_IDS.length} />;
  if (hotels.length === 0) {
    return (
      <EmptyState title={t('empty')} titleLevel={3} action={<ButtonLink to="/search">{t('emptyAction')}</ButtonLink>} />
    );
  }
  return <HotelGrid label={t('grid.title')} hotels={hotels} />;
}

/** Without hotels, count and price are left out, and the rating is `USUAL_RATING`. */
function useStatistics({ loading, hotels }: GuestRooms): Statistic[] {
  const { t } = useTranslation('guest-rooms');
  const format = useFormat();
  const ratingText = useRatingText();
  const houses = loading ? GUEST_HOUSE_IDS.length : hotels.length;
  const rating = averageRating(hotels.filter(({ reviewsCount }) => reviewsCount > 0)) ?? USUAL_RATING;
  const lowest = lowestKnownPrice(hotels);
  const from = lowest === undefined ? UNKNOWN : format.price(Math.round(lowest));
  return [
    ...(houses > 0 ? [{ value: format.number(houses), label: t('statistics.houses') }] : []),
    { value: ratingText(rating), label: t('statistics.rating') },
    ...(loading || lowest !== undefined ? [{ value: from, label: t('statistics.from') }] : []),
    { value: t('statistics.breakfast_value'), label: t('statistics.breakfast') },
  ];
}
