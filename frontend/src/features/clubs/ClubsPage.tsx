import { Baby, Drama, Sailboat, TicketCheck, Trophy, Volleyball } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { averageRating } from '@/domain/sortOrder';
import { useRatingText } from '@/product/useRatingText';
import { CLUB_HOTELS } from '@/sample-content/clubHotels';
import { Benefits } from '@/widgets/listing/Benefits';
import { EstablishmentGrid, GridSkeleton } from '@/widgets/listing/EstablishmentGrid';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import { ClubCard } from './ClubCard';
import { useLoaded } from './useLoaded';

const STATISTICS = ['clubs', 'ages', 'activities'] as const;
const ACTIVITIES = [
  { key: 'children', icon: Baby },
  { key: 'sports', icon: Volleyball },
  { key: 'shows', icon: Drama },
  { key: 'water', icon: Sailboat },
  { key: 'games', icon: Trophy },
  { key: 'allIncluded', icon: TicketCheck },
] as const;
/** The number of cards in the first row, whose pictures load eagerly. */
const FIRST = 3;

const SCENE = 'beach-2';

/** §2 /hotels-club. */
export function Component() {
  const { t } = useTranslation(['clubs', 'club-features', 'listing']);
  const ratingText = useRatingText();
  const loaded = useLoaded();
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="night" picture={SCENE} eyebrow={t('hero.eyebrow')} title={t('hero.heading')} text={t('hero.text')} />
      <StatisticsStrip
        presented={CLUB_HOTELS.length}
        note={t('listing:sampleOffers')}
        items={[
          ...STATISTICS.map((key) => ({ value: t(`statistics.${key}.value`), label: t(`statistics.${key}.text`) })),
          { value: ratingText(averageRating(CLUB_HOTELS) ?? 0), label: t('statistics.rating.text') },
        ]}
      />
      <ListingSection title={t('grid.title')} text={t('grid.text')}>
        {loaded ? (
          <EstablishmentGrid label={t('grid.title')}>
            {CLUB_HOTELS.map((club, index) => (
              <ClubCard key={club.id} club={club} priority={index < FIRST} />
            ))}
          </EstablishmentGrid>
        ) : (
          <GridSkeleton label={t('loading')} cards={CLUB_HOTELS.length} />
        )}
      </ListingSection>
      <Benefits
        tone="sand"
        title={t('activities.title')}
        text={t('activities.text')}
        items={ACTIVITIES.map(({ key, icon }) => ({
          icon,
          title: t(`activities.${key}.title`),
          text: t(`activities.${key}.text`),
        }))}
      />
    </ListingPage>
  );
}
