import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hotel } from '@/api/hotels';
import { ButtonLink } from '@/components/Button';
import type { PictureName } from '@/pictures/manifest';
import { EmptyState, ErrorState } from '@/components/StateMessage';
import { ToggleChip } from '@/components/ToggleChip';
import { inOrder, type Order } from '@/domain/sortOrder';
import { Benefits, type Benefit } from '@/widgets/listing/Benefits';
import { GridSkeleton } from '@/widgets/listing/EstablishmentGrid';
import { FilterBar } from '@/widgets/listing/FilterBar';
import { HotelGrid } from '@/widgets/listing/HotelGrid';
import { ListingHero, type HeroLook } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { SortSelect } from '@/widgets/listing/SortSelect';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import { useStays, type Stays } from './useStays';
import { useStaysFigures } from './useStaysFigures';

/** The property types of these pages. */
export type StayType = 'gite' | 'guest_house' | 'guest_room' | 'apartment';

interface StaysByTypeProps {
  /** The key of the page's texts. */
  name: 'guestHouses' | 'gites' | 'apartments';
  types: readonly StayType[];
  look: HeroLook;
  picture: PictureName;
  icons: readonly [Benefit['icon'], Benefit['icon'], Benefit['icon']];
}

/** A listing page for the hotels of one or two property types, from the backend. */
export function StaysByType({ name, types, look, picture, icons: [first, second, third] }: StaysByTypeProps) {
  // Includes the cards' namespaces: loaded only after the response, they would suspend the whole page.
  const { t } = useTranslation(['stays-by-type', 'listing', 'amenities']);
  const stays = useStays(types);
  const figures = useStaysFigures(stays);
  return (
    <ListingPage title={t(`${name}.title`)} description={t(`${name}.hero.text`)} picture={picture}>
      <ListingHero
        look={look}
        picture={picture}
        eyebrow={t(`${name}.hero.eyebrow`)}
        title={t(`${name}.hero.title`)}
        text={t(`${name}.hero.text`)}
      />
      {figures.length > 0 && <StatisticsStrip look={look === 'split' ? 'plain' : 'raised'} items={figures} />}
      <ListingSection title={t(`${name}.grid.title`)} text={t(`${name}.grid.text`)}>
        <Found stays={stays} types={types} label={t(`${name}.grid.title`)} />
      </ListingSection>
      <Benefits
        tone="sand"
        title={t(`${name}.benefits.title`)}
        items={[
          { icon: first, title: t(`${name}.benefits.first.title`), text: t(`${name}.benefits.first.text`) },
          { icon: second, title: t(`${name}.benefits.second.title`), text: t(`${name}.benefits.second.text`) },
          { icon: third, title: t(`${name}.benefits.third.title`), text: t(`${name}.benefits.third.text`) },
        ]}
      />
    </ListingPage>
  );
}

/**
 * The list in its states: loading, failed, empty, or the cards with sort order and, for two types, a filter by type.
 */
function Found({ stays, types, label }: { stays: Stays; types: readonly StayType[]; label: string }) {
  const { t } = useTranslation('stays-by-type');
  const [type, setType] = useState<StayType | null>(null);
  const [order, setOrder] = useState<Order>('recommended');
  if (stays.loading) return <GridSkeleton label={t('loading')} cards={6} />;
  if (stays.failed) return <ErrorState title={t('error')} titleLevel={3} onRetry={stays.retry} />;
  if (stays.hotels.length === 0) {
    return (
      <EmptyState
        title={t('empty.title')}
        titleLevel={3}
        action={<ButtonLink to="/search">{t('empty.action')}</ButtonLink>}
      >
        {t('empty.text')}
      </EmptyState>
    );
  }
  const shown = stays.hotels.filter(({ propertyType }) => type === null || propertyType === type);
  return (
    <>
      <FilterBar label={t('filter.label')} aside={<SortSelect value={order} onChange={setOrder} />}>
        {types.length > 1 && <TypeChips types={types} chosen={type} onChoose={setType} />}
      </FilterBar>
      <HotelGrid label={label} hotels={inOrder(shown.map(asComparable), order)} />
    </>
  );
}

function asComparable(hotel: Hotel) {
  return { ...hotel, price: hotel.pricePerNight };
}

interface TypeChipsProps {
  types: readonly StayType[];
  chosen: StayType | null;
  onChoose: (type: StayType | null) => void;
}

function TypeChips({ types, chosen, onChoose }: TypeChipsProps) {
  const { t } = useTranslation('stays-by-type');
  return (
    <>
      <ToggleChip pressed={chosen === null} onPress={() => onChoose(null)}>
        {t('filter.all')}
      </ToggleChip>
      {types.map((type) => (
        <ToggleChip key={type} pressed={chosen === type} onPress={() => onChoose(type)}>
          {t(`filter.${type}`)}
        </ToggleChip>
      ))}
    </>
  );
}
