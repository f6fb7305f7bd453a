import { useTranslation } from 'react-i18next';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { Entries } from './Entries';
import { Guide } from './Guide';

const SOUTH = [
  { key: 'palombaggia', name: 'Palombaggia', near: 'Porto-Vecchio', destination: 'Palombaggia' },
  { key: 'santaGiulia', name: 'Santa Giulia', near: 'Porto-Vecchio', destination: 'Santa Giulia' },
  { key: 'rondinara', name: 'Rondinara', near: 'Bonifacio', destination: 'Rondinara' },
  { key: 'roccapina', name: 'Roccapina', near: 'Sartène', destination: 'Roccapina' },
] as const;
const WEST_AND_NORTH = [
  { key: 'arone', name: 'Arone', near: 'Piana', destination: 'Arone' },
  { key: 'calvi', name: 'Plage de Calvi', near: 'Calvi', destination: 'Calvi' },
  { key: 'ostriconi', name: 'Ostriconi', near: 'Palasca', destination: 'Ostriconi' },
  { key: 'saleccia', name: 'Saleccia', near: 'Saint-Florent', destination: 'Saleccia' },
] as const;

/** `/blog/plages` */
export function BeachesGuide() {
  const { t } = useTranslation('guide-beaches');
  const worded = (beaches: typeof SOUTH | typeof WEST_AND_NORTH) =>
    beaches.map(({ key, name, near, destination }) => ({ key, name, near, destination, text: t(`beach.${key}`) }));
  return (
    <Guide guide="beaches" picture="beach-1" heading={t('heading')} intro={t('intro')} practical={{ title: t('practical.title'), text: t('practical.text') }}>
      <ListingSection title={t('south.title')} text={t('south.text')}>
        <Entries areNames entries={worded(SOUTH)} />
      </ListingSection>
      <ListingSection title={t('north.title')} text={t('north.text')}>
        <Entries areNames entries={worded(WEST_AND_NORTH)} />
      </ListingSection>
    </Guide>
  );
}
