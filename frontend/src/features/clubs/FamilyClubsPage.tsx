import { BadgeEuro, BedDouble, ShieldCheck, Soup } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { ToggleChip } from '@/components/ToggleChip';
import { averageRating } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { useRatingText } from '@/product/useRatingText';
import { CLUB_HOTELS, type ClubHotel } from '@/sample-content/clubHotels';
import { FAMILY_HOTELS, type FamilyHotel } from '@/sample-content/familyHotels';
import { Benefits } from '@/widgets/listing/Benefits';
import { EstablishmentCard } from '@/widgets/listing/EstablishmentCard';
import { EstablishmentGrid, GridSkeleton } from '@/widgets/listing/EstablishmentGrid';
import { FilterBar } from '@/widgets/listing/FilterBar';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import { ClubCard } from './ClubCard';
import { useLoaded } from './useLoaded';

const REASONS = [
  { key: 'rooms', icon: BedDouble },
  { key: 'meals', icon: Soup },
  { key: 'safety', icon: ShieldCheck },
  { key: 'price', icon: BadgeEuro },
] as const;
const FILTERS = ['tous', 'club', 'familial'] as const;
type Filter = (typeof FILTERS)[number];

const ALL: readonly (ClubHotel | FamilyHotel)[] = [...CLUB_HOTELS, ...FAMILY_HOTELS];
const matching = (filter: Filter) => ALL.filter((hotel) => filter === 'tous' || hotel.type === filter);

const SCENE = 'beach-3';

/** §2 /hotels-club-familiaux. */
export function Component() {
  const { t } = useTranslation(['family-clubs', 'club-features', 'listing']);
  const format = useFormat();
  const ratingText = useRatingText();
  const loaded = useLoaded();
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="split" picture={SCENE} eyebrow={t('hero.eyebrow')} title={t('hero.heading')} text={t('hero.text')} />
      <StatisticsStrip
        look="plain"
        note={t('listing:sampleOffers')}
        items={[
          { value: format.number(ALL.length), label: t('statistics.places.text') },
          { value: format.number(new Set(ALL.map(({ city }) => city)).size), label: t('statistics.towns.text') },
          { value: format.price(Math.min(...ALL.map(({ pricePerNight }) => pricePerNight))), label: t('statistics.from.text') },
          { value: ratingText(averageRating(ALL) ?? 0), label: t('statistics.rating.text') },
        ]}
      />
      <ListingSection title={t('grid.title')} text={t('grid.text')}>
        {loaded ? <Hotels /> : <GridSkeleton label={t('loading')} cards={ALL.length} />}
      </ListingSection>
      <Benefits
        look="panel"
        tone="sea"
        picture="breakfast-1"
        title={t('why.title')}
        items={REASONS.map(({ key, icon }) => ({ icon, title: t(`why.${key}.title`), text: t(`why.${key}.text`) }))}
      />
    </ListingPage>
  );
}

function Hotels() {
  const { t } = useTranslation('family-clubs');
  const [filter, setFilter] = useState<Filter>('tous');
  const shown = matching(filter);
  return (
    <>
      <FilterBar label={t('filter.label')}>
        {FILTERS.map((one) => (
          <ToggleChip key={one} pressed={one === filter} onPress={() => setFilter(one)}>
            {t('filter.withCount', { name: t(`filter.${one}`), number: matching(one).length })}
          </ToggleChip>
        ))}
      </FilterBar>
      <EstablishmentGrid label={t('grid.title')}>
        {shown.map((hotel) =>
          hotel.type === 'club' ? (
            <ClubCard key={hotel.id} club={hotel} badge={t('badge.club')} />
          ) : (
            <FamilyCard key={hotel.id} hotel={hotel} />
          ),
        )}
      </EstablishmentGrid>
    </>
  );
}

/** Family hotels have no page of their own: their cards link to `/hotels`. */
function FamilyCard({ hotel }: { hotel: FamilyHotel }) {
  const { t } = useTranslation(['family-clubs', 'club-features']);
  return (
    <EstablishmentCard
      name={hotel.name}
      to="/hotels"
      place={hotel.location}
      picture={hotel.picture}
      rating={hotel.rating}
      reviewsCount={hotel.reviewsCount}
      price={hotel.pricePerNight}
      from
      badge={<Badge>{t('family-clubs:badge.familial')}</Badge>}
      text={t(`family-clubs:family.${hotel.key}`)}
      highlights={hotel.amenities.map((amenity) => t(`club-features:equipment.${amenity}`))}
    />
  );
}
