import { Bus, ConciergeBell, MoonStar, Presentation, Sailboat, Soup } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { SEMINAR_HOTELS } from '@/sample-content/seminarHotels';
import type { SeminarPackageId } from '@/sample-content/seminarPackages';
import { lowestPrice } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { Benefits } from '@/widgets/listing/Benefits';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import { Packages } from './Packages';
import { QuoteBand } from './QuoteBand';
import { SeminarHotels } from './SeminarHotels';

const INCLUDED = [
  { key: 'room', icon: Presentation },
  { key: 'meals', icon: Soup },
  { key: 'nights', icon: MoonStar },
  { key: 'transfer', icon: Bus },
  { key: 'team', icon: Sailboat },
  { key: 'host', icon: ConciergeBell },
] as const;

export function Component() {
  const { t } = useTranslation('seminars');
  const [chosen, setChosen] = useState<SeminarPackageId | null>(null);
  return (
    <ListingPage title={t('title')} description={t('hero.text')}>
      <ListingHero look="split" picture="calanque-3" eyebrow={t('hero.eyebrow')} title={t('hero.heading')} text={t('hero.text')}>
        <Badge tone="sea">{t('hero.quote')}</Badge>
      </ListingHero>
      <Statistics />
      <Benefits
        title={t('inclusive.title')}
        text={t('inclusive.text')}
        look="plain"
        items={INCLUDED.map(({ key, icon }) => ({ icon, title: t(`inclusive.${key}.title`), text: t(`inclusive.${key}.text`) }))}
      />
      <SeminarHotels />
      <Packages chosen={chosen} onChoose={setChosen} />
      <QuoteBand chosen={chosen} />
    </ListingPage>
  );
}

function Statistics() {
  const { t } = useTranslation(['seminars', 'listing']);
  const format = useFormat();
  const from = Math.min(...SEMINAR_HOTELS.map(({ capacity: [fewest] }) => fewest));
  const to = Math.max(...SEMINAR_HOTELS.map(({ capacity: [, most] }) => most));
  return (
    <StatisticsStrip
      look="plain"
      note={t('listing:sampleOffers')}
      items={[
        { value: format.number(SEMINAR_HOTELS.length), label: t('statistics.hotels') },
        { value: t('statistics.persons_value', { from: format.number(from), to: format.number(to) }), label: t('statistics.persons') },
        { value: format.price(lowestPrice(SEMINAR_HOTELS)), label: t('statistics.from') },
        { value: t('statistics.quote_value'), label: t('statistics.quote') },
      ]}
    />
  );
}
