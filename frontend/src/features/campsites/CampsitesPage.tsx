import { MoonStar, ShieldCheck, ShowerHead, TreePine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { ToggleChip } from '@/components/ToggleChip';
import { CAMPSITE_SETTINGS, CAMPSITES, type Campsite } from '@/sample-content/campsites';
import { lowestPrice } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { Benefits } from '@/widgets/listing/Benefits';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { FilterBar } from '@/widgets/listing/FilterBar';
import { ListedCard } from '@/widgets/listing/ListedCard';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import styles from './CampsitesPage.module.css';

const SCENE = 'camp-2';
const CAMPSITES_ON_THE_ISLAND = 95;
const MOBILE_HOMES = 2500;
const SHARE_WITH_POOL = 85;

type Setting = Campsite['setting'] | 'all';
const SETTINGS: readonly Setting[] = ['all', ...CAMPSITE_SETTINGS];

const LEAD = { layout: 'row', className: styles['lead'] ?? '', sizes: '(min-width: 768px) 600px, 100vw' } as const;

/** §2 /campings: nine campsites; the first has a large card. */
export function Component() {
  const { t } = useTranslation('campsites');
  const format = useFormat();
  const [setting, setSetting] = useState<Setting>('all');
  const shown = CAMPSITES.filter((campsite) => setting === 'all' || campsite.setting === setting);
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="night" picture={SCENE} eyebrow={t('hero.eyebrow')} title={t('hero.title')} text={t('hero.text')} />
      <StatisticsStrip
        presented={CAMPSITES.length}
        items={[
          { value: `${CAMPSITES_ON_THE_ISLAND}+`, label: t('statistics.campsites') },
          { value: `${MOBILE_HOMES}+`, label: t('statistics.mobileHomes') },
          { value: format.price(lowestPrice(CAMPSITES)), label: t('statistics.from') },
          { value: t('statistics.poolShare', { share: SHARE_WITH_POOL }), label: t('statistics.pool') },
        ]}
      />
      <ListingSection title={t('grid.title')} text={t('grid.text')}>
        <FilterBar label={t('filter.label')}>
          {SETTINGS.map((choice) => (
            <ToggleChip key={choice} pressed={setting === choice} onPress={() => setSetting(choice)}>
              {t(`filter.${choice}`)}
            </ToggleChip>
          ))}
        </FilterBar>
        <EstablishmentGrid label={t('grid.title')} columns={setting === 'all' ? 4 : 3}>
          {shown.map((campsite, index) => {
            const isLead = setting === 'all' && index === 0;
            return (
              <ListedCard
                key={campsite.id}
                establishment={campsite}
                {...(isLead && LEAD)}
                unit={t('perPitch')}
                badge={<Badge tone="white">{t(`items.${campsite.id}.highlight`)}</Badge>}
                text={t(`items.${campsite.id}.text`)}
              />
            );
          })}
        </EstablishmentGrid>
      </ListingSection>
      <Benefits
        tone="maquis"
        look="plain"
        title={t('benefits.title')}
        text={t('benefits.text')}
        items={[
          { icon: TreePine, title: t('benefits.shade.title'), text: t('benefits.shade.text') },
          { icon: ShowerHead, title: t('benefits.clean.title'), text: t('benefits.clean.text') },
          { icon: ShieldCheck, title: t('benefits.safe.title'), text: t('benefits.safe.text') },
          { icon: MoonStar, title: t('benefits.quiet.title'), text: t('benefits.quiet.text') },
        ]}
      />
    </ListingPage>
  );
}
