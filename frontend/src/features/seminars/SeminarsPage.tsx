import { Bus, ConciergeBell, MoonStar, Presentation, Sailboat, Soup } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import type { SeminarPackageId } from '@/data/seminarPackages';
import { Benefits } from '@/features/listing/Benefits';
import { ListingHero } from '@/features/listing/ListingHero';
import { ListingPage } from '@/features/listing/ListingPage';
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
