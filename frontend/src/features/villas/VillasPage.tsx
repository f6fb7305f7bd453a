import { Baby, ChefHat, HandHelping, Sailboat, ShoppingBasket, WashingMachine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleChip } from '@/components/ToggleChip';
import { VILLAS } from '@/sample-content/villas';
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

const SCENE = 'villa-2';
const VILLAS_ON_THE_ISLAND = 280;
const SHARE_WITH_POOL = '85%';

const POOLS = { all: () => true, withPool: (hasPool: boolean) => hasPool, withoutPool: (hasPool: boolean) => !hasPool };
const POOL_CHOICES = ['all', 'withPool', 'withoutPool'] as const;

/** §2 /villas: eight villas for 6 to 12 persons, with or without a pool. */
export function Component() {
  const { t } = useTranslation('villas');
  const format = useFormat();
  const [pool, setPool] = useState<keyof typeof POOLS>('all');
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="split" picture={SCENE} eyebrow={t('hero.eyebrow')} title={t('hero.title')} text={t('hero.text')} />
      <StatisticsStrip
        presented={VILLAS.length}
        look="plain"
        items={[
          { value: `${VILLAS_ON_THE_ISLAND}+`, label: t('statistics.villas') },
          { value: SHARE_WITH_POOL, label: t('statistics.pool') },
          { value: t('statistics.capacity_value'), label: t('statistics.capacity') },
          { value: format.price(lowestPrice(VILLAS)), label: t('statistics.from') },
        ]}
      />
      <ListingSection title={t('grid.title')} text={t('grid.text')}>
        <FilterBar label={t('filter.label')}>
          {POOL_CHOICES.map((choice) => (
            <ToggleChip key={choice} pressed={pool === choice} onPress={() => setPool(choice)}>
              {t(`filter.${choice}`)}
            </ToggleChip>
          ))}
        </FilterBar>
        <EstablishmentGrid label={t('grid.title')} columns={4}>
          {VILLAS.filter(({ hasPool }) => POOLS[pool](hasPool)).map((villa) => (
            <ListedCard
              key={villa.id}
              establishment={villa}
              ratio={1}
              unit={t('perVilla')}
              facts={<Capacity>{t('capacity', { count: villa.capacity })}</Capacity>}
              text={t(`items.${villa.id}.text`)}
              highlights={[t(`items.${villa.id}.highlight`)]}
            />
          ))}
        </EstablishmentGrid>
      </ListingSection>
      <Benefits
        tone="white"
        look="plain"
        title={t('services.title')}
        text={t('services.text')}
        items={[
          { icon: HandHelping, title: t('services.welcome.title'), text: t('services.welcome.text') },
          { icon: WashingMachine, title: t('services.housekeeping.title'), text: t('services.housekeeping.text') },
          { icon: ChefHat, title: t('services.chef.title'), text: t('services.chef.text') },
          { icon: ShoppingBasket, title: t('services.groceries.title'), text: t('services.groceries.text') },
          { icon: Sailboat, title: t('services.boat.title'), text: t('services.boat.text') },
          { icon: Baby, title: t('services.children.title'), text: t('services.children.text') },
        ]}
      />
    </ListingPage>
  );
}
