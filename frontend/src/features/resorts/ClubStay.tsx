import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { pictureAddress } from '@/pictures/manifest';
import { Place } from '@/product/Place';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import type { ClubHotel } from '@/sample-content/clubHotels';
import type { ClubStay } from '@/sample-content/clubStay';
import { Breadcrumb } from '@/widgets/page/Breadcrumb';
import shared from '@/widgets/page/EstablishmentPage.module.css';
import { PageTitle } from '@/widgets/page/PageTitle';
import { ReviewsBlock, type SampleReview } from '@/widgets/reviews/ReviewsBlock';
import { BookingPanel } from './BookingPanel';
import styles from './ClubStay.module.css';
import type { ShownOption } from './stay';
import { StayGallery } from './StayGallery';
import { StayOptions } from './StayOptions';
import { StaySection } from './StaySection';

interface ClubStayProps {
  club: ClubHotel;
  stay: ClubStay;
  tagline: string;
  options: readonly [ShownOption, ...ShownOption[]];
  /** The texts for the options: select label, section title and introduction. */
  optionWords: { readonly label: string; readonly title: string; readonly text: string };
  reviews: readonly SampleReview[];
  premium?: boolean;
  /** The introduction, beside the booking panel. */
  about: ReactNode;
  /** The sections between the introduction and the options. */
  children: ReactNode;
}

/** The layout of a club's page: content on the left, and a sticky booking panel. */
export function ClubStay({ club, stay, tagline, options, optionWords, reviews, premium = false, about, children }: ClubStayProps) {
  const { t } = useTranslation('club-stay');
  const panel = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(options[0].id);
  const option = options.find(({ id }) => id === chosen) ?? options[0];
  return (
    <div className={shared['page']}>
      <PageTitle description={tagline} picture={pictureAddress(club.picture)}>
        {t('title', { name: club.name, city: club.city })}
      </PageTitle>
      <header className={classes(shared['header'], styles['header'])}>
        <Breadcrumb path={[{ label: t('breadcrumb'), to: '/hotels-club' }, { label: club.name }]} />
        <div className={shared['names']}>
          <h1>{club.name}</h1>
          <p className={styles['tagline']}>{tagline}</p>
          <p className={styles['place']}>
            <Place lang={CONTENT_LANGUAGE}>{club.location}</Place>
          </p>
        </div>
        <RatingPill large rating={club.rating} reviewsCount={club.reviewsCount} />
      </header>

      <div className={styles['columns']}>
        <div className={styles['first']}>
          <StayGallery name={club.name} pictures={stay.pictures} />
          <div className={classes(shared['offer'], styles['offer'])}>
            <Price euros={club.pricePerNight} from perNight />
            <Button size="sm" onClick={() => panel.current?.scrollIntoView()}>
              {t('book.see')}
            </Button>
          </div>
          {about}
        </div>
        <aside aria-label={t('book.title')} className={styles['aside']}>
          <div ref={panel} className={styles['panel']}>
            <BookingPanel
              club={club}
              options={options}
              option={option}
              onOption={setChosen}
              optionLabel={optionWords.label}
              cancellationHours={stay.cancellationHours}
              premium={premium}
            />
          </div>
        </aside>
        <div className={styles['rest']}>
          {children}
          <StaySection title={optionWords.title} text={optionWords.text}>
            <StayOptions options={options} chosen={option.id} onChoose={setChosen} />
          </StaySection>
        </div>
      </div>
      <StaySection title={t('reviews')}>
        <ReviewsBlock hotel={{ id: club.slug, name: club.name }} samples={reviews} outOfTen={false} />
      </StaySection>
    </div>
  );
}
