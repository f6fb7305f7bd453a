import { useTranslation } from 'react-i18next';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { Entries } from './Entries';
import { Guide } from './Guide';

const NORTH = [
  { key: 'santAntonino', name: "Sant'Antonino", near: 'Balagne', destination: "Sant'Antonino" },
  { key: 'pigna', name: 'Pigna', near: 'Balagne', destination: 'Pigna' },
  { key: 'nonza', name: 'Nonza', near: 'Cap Corse', destination: 'Nonza' },
  { key: 'murato', name: 'Murato', near: 'Nebbio', destination: 'Murato' },
] as const;
const WEST_AND_SOUTH = [
  { key: 'piana', name: 'Piana', near: 'Golfe de Porto', destination: 'Piana' },
  { key: 'evisa', name: 'Évisa', near: "Gorges de Spelunca", destination: 'Évisa' },
  { key: 'tallano', name: 'Sainte-Lucie-de-Tallano', near: 'Alta Rocca', destination: 'Sainte-Lucie-de-Tallano' },
  { key: 'zonza', name: 'Zonza', near: 'Alta Rocca', destination: 'Zonza' },
] as const;

/** `/blog/villages` */
export function VillagesGuide() {
  const { t } = useTranslation('guide-villages');
  const worded = (villages: typeof NORTH | typeof WEST_AND_SOUTH) =>
    villages.map(({ key, name, near, destination }) => ({ key, name, near, destination, text: t(`village.${key}`) }));
  return (
    <Guide guide="villages" picture="village-1" heading={t('heading')} intro={t('intro')} practical={{ title: t('practical.title'), text: t('practical.text') }}>
      <ListingSection title={t('north.title')} text={t('north.text')}>
        <Entries areNames entries={worded(NORTH)} />
      </ListingSection>
      <ListingSection title={t('south.title')} text={t('south.text')}>
        <Entries areNames entries={worded(WEST_AND_SOUTH)} />
      </ListingSection>
    </Guide>
  );
}
