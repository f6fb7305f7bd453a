import { BedDouble, CalendarDays, ConciergeBell, CookingPot, SquareParking, ToyBrick } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleChip } from '@/components/ToggleChip';
import { RESIDENCES } from '@/sample-content/residences';
import { lowestPrice } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { Benefits } from '@/widgets/listing/Benefits';
import { Capacity } from '@/widgets/listing/Capacity';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { FilterBar } from '@/widgets/listing/FilterBar';
import { ListedCard } from '@/widgets/listing/ListedCard';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';

const SCENE = 'residence-2';
const RESIDENCES_ON_THE_ISLAND = 150;
const APARTMENTS = 3000;
const PARTIES = [2, 4, 6, 8];

/** §2 /residences: nine residences for 2 to 8 persons. */
export function Component() {
  const { t } = useTranslation('residences');
  const format = useFormat();
  const [party, setParty] = useState<number | null>(null);
  const shown = RESIDENCES.filter(({ persons: [min, max] }) => party === null || (min <= party && party <= max));
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="scene" picture={SCENE} eyebrow={t('hero.eyebrow')} title={t('hero.title')} text={t('hero.text')} />
      <StatisticsStrip
        presented={RESIDENCES.length}
        items={[
          { value: `${RESIDENCES_ON_THE_ISLAND}+`, label: t('statistics.residences') },
          { value: `${APARTMENTS}+`, label: t('statistics.apartments') },
          { value: t('statistics.capacity_value'), label: t('statistics.capacity') },
          { value: format.price(lowestPrice(RESIDENCES)), label: t('statistics.from') },
        ]}
      />
      <ListingSection title={t('grid.title')} text={t('grid.text')}>
        <FilterBar label={t('filter.label')}>
          <ToggleChip pressed={party === null} onPress={() => setParty(null)}>
            {t('filter.all')}
          </ToggleChip>
          {PARTIES.map((count) => (
            <ToggleChip key={count} pressed={party === count} onPress={() => setParty(count)}>
              {t('filter.persons', { count })}
            </ToggleChip>
          ))}
        </FilterBar>
        <EstablishmentGrid label={t('grid.title')}>
          {shown.map((residence) => {
            const [min, max] = residence.persons;
            return (
              <ListedCard
                key={residence.id}
                establishment={residence}
                facts={<Capacity>{t('capacity', { min, max })}</Capacity>}
                text={t(`items.${residence.id}.text`)}
                highlights={[t(`items.${residence.id}.highlight`)]}
              />
            );
          })}
        </EstablishmentGrid>
      </ListingSection>
      <Benefits
        title={t('benefits.title')}
        text={t('benefits.text')}
        items={[
          { icon: CookingPot, title: t('benefits.kitchen.title'), text: t('benefits.kitchen.text') },
          { icon: BedDouble, title: t('benefits.linen.title'), text: t('benefits.linen.text') },
          { icon: ToyBrick, title: t('benefits.family.title'), text: t('benefits.family.text') },
          { icon: ConciergeBell, title: t('benefits.reception.title'), text: t('benefits.reception.text') },
          { icon: SquareParking, title: t('benefits.parking.title'), text: t('benefits.parking.text') },
          { icon: CalendarDays, title: t('benefits.flexible.title'), text: t('benefits.flexible.text') },
        ]}
      />
    </ListingPage>
  );
}
