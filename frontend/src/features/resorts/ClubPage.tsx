import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { CLUB_PAGES, DAY, isClubPage, type AgeGroup, type ClubPageSlug, type Formula } from '@/sample-content/clubFormulas';
import { clubHotel } from '@/sample-content/clubStay';
import { NotFound } from '@/widgets/page/NotFound';
import styles from './ClubPage.module.css';
import { ClubStay } from './ClubStay';
import { ActivitiesSection, EquipmentSection } from './Features';
import { Prose, StaySection } from './StaySection';

const PARAGRAPHS = ['first', 'second'] as const;
const REVIEWS = ['first', 'second', 'third'] as const;
/** The rating of all sample reviews. */
const SAMPLE_RATING = 5;

/** §2: the page of the two clubs that sell formulas. */
export function Component() {
  const { pathname } = useLocation();
  const slug = pathname.replaceAll('/', '');
  return isClubPage(slug) ? <Club key={slug} slug={slug} /> : <NotFound />;
}

function Club({ slug }: { slug: ClubPageSlug }) {
  const { t } = useTranslation('club-pages');
  const stay = CLUB_PAGES[slug];
  const [first, ...others] = stay.options;
  const worded = (formula: Formula) => ({
    ...formula,
    name: t(`formula.${formula.text}.name`),
    description: t(`formula.${formula.text}.description`),
  });
  return (
    <ClubStay
      club={clubHotel(slug)}
      stay={stay}
      tagline={t(`${slug}.tagline`)}
      options={[worded(first), ...others.map(worded)]}
      optionWords={{ label: t('optionLabel'), title: t('formulas'), text: t('formulasText') }}
      reviews={REVIEWS.map((review) => ({
        name: t(`review.${slug}.${review}.name`),
        country: t(`review.${slug}.${review}.country`),
        date: t(`review.${slug}.${review}.date`),
        title: t(`review.${slug}.${review}.title`),
        comment: t(`review.${slug}.${review}.comment`),
        rating: SAMPLE_RATING,
      }))}
      about={
        <StaySection title={t('overview')}>
          <Prose paragraphs={PARAGRAPHS.map((paragraph) => t(`${slug}.${paragraph}`))} />
        </StaySection>
      }
    >
      <Day slug={slug} />
      <Ages ages={stay.ages} />
      <ActivitiesSection activities={stay.activities} />
      <EquipmentSection equipment={stay.equipment} />
    </ClubStay>
  );
}

function Day({ slug }: { slug: ClubPageSlug }) {
  const { t } = useTranslation('club-pages');
  return (
    <StaySection title={t('day.title')}>
      <ol className={styles['day']}>
        {DAY.map((hours) => (
          <li key={hours}>
            <h3>{t(`day.${hours}`)}</h3>
            <p>{t(`${slug}.${hours}`)}</p>
          </li>
        ))}
      </ol>
    </StaySection>
  );
}

function Ages({ ages }: { ages: readonly AgeGroup[] }) {
  const { t } = useTranslation('club-pages');
  return (
    <StaySection title={t('ages.title')}>
      <ul className={styles['ages']}>
        {ages.map((age) => (
          <li key={age}>
            <h3>{t(`ages.${age}.name`)}</h3>
            <p>{t(`ages.${age}.text`)}</p>
          </li>
        ))}
      </ul>
    </StaySection>
  );
}
