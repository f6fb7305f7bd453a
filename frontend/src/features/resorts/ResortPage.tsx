import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { clubHotel } from '@/sample-content/clubStay';
import { isResort, RESORTS, type ResortSlug, type Room } from '@/sample-content/resorts';
import { NotFound } from '@/widgets/page/NotFound';
import { ClubStay } from './ClubStay';
import { ActivitiesSection, EquipmentSection } from './Features';
import { Prose, StaySection } from './StaySection';

const PARAGRAPHS = ['first', 'second', 'third'] as const;
const REVIEWS = ['first', 'second', 'third'] as const;
/** The rating of all sample reviews. */
const SAMPLE_RATING = 5;
/** This resort has a concierge in place of the usual help block. */
const PREMIUM: ResortSlug = 'club-vacanciel-porto-vecchio';

/** §2 Resort detail pages: four addresses with the same layout. */
export function Component() {
  const { pathname } = useLocation();
  const slug = pathname.replaceAll('/', '');
  return isResort(slug) ? <Resort key={slug} slug={slug} /> : <NotFound />;
}

function Resort({ slug }: { slug: ResortSlug }) {
  const { t } = useTranslation(['resorts', 'club-stay']);
  const resort = RESORTS[slug];
  const [first, ...others] = resort.options;
  const worded = (room: Room) => ({
    ...room,
    name: t(`resorts:room.${room.text}.name`),
    description: t(`resorts:room.${room.text}.description`),
  });
  return (
    <ClubStay
      club={clubHotel(slug)}
      stay={resort}
      tagline={t(`resorts:${slug}.tagline`)}
      options={[worded(first), ...others.map(worded)]}
      optionWords={{ label: t('club-stay:book.option'), title: t('club-stay:rooms'), text: t('club-stay:roomsText') }}
      premium={slug === PREMIUM}
      reviews={REVIEWS.map((review) => ({
        name: t(`resorts:review.${slug}.${review}.name`),
        country: t(`resorts:review.${slug}.${review}.country`),
        date: t(`resorts:review.${slug}.${review}.date`),
        title: t(`resorts:review.${slug}.${review}.title`),
        comment: t(`resorts:review.${slug}.${review}.comment`),
        rating: SAMPLE_RATING,
      }))}
      about={
        <StaySection title={t('club-stay:about')}>
          <Prose paragraphs={PARAGRAPHS.map((paragraph) => t(`resorts:${slug}.${paragraph}`))} />
        </StaySection>
      }
    >
      <EquipmentSection equipment={resort.equipment} />
      <ActivitiesSection activities={resort.activities} />
    </ClubStay>
  );
}
