import { useTranslation } from 'react-i18next';
import { Paragraphs } from '@/widgets/article/Paragraphs';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { Entries } from './Entries';
import { Guide } from './Guide';
import { Stages } from './Stages';

/** Where walkers sleep before, during and after the GR20. */
const BASES = [
  { key: 'calenzana', name: 'Calenzana', near: 'Balagne', destination: 'Calenzana' },
  { key: 'vizzavona', name: 'Vizzavona', near: 'Vivario', destination: 'Vizzavona' },
  { key: 'conca', name: 'Conca', near: 'Porto-Vecchio', destination: 'Conca' },
] as const;
const GENTLER = [
  { key: 'girolata', name: 'Girolata', near: 'Golfe de Porto', destination: 'Porto' },
  { key: 'customs', name: 'Sentier des douaniers', near: 'Cap Corse', destination: 'Macinaggio' },
  { key: 'spelunca', name: 'Gorges de Spelunca', near: 'Ota – Évisa', destination: 'Ota' },
  { key: 'mareMonti', name: 'Mare e Monti', near: 'Calenzana – Cargèse', destination: 'Cargèse' },
] as const;

/** `/blog/randonnees` */
export function HikesGuide() {
  const { t } = useTranslation('guide-gr20');
  return (
    <Guide guide="hikes" picture="peaks-1" heading={t('heading')} intro={t('intro')} practical={{ title: t('practical.title'), text: t('practical.text') }}>
      <ListingSection title={t('trail.title')}>
        <Paragraphs text={t('trail.text')} />
      </ListingSection>
      <ListingSection title={t('stages.title')} text={t('stages.text')}>
        <Stages />
      </ListingSection>
      <ListingSection title={t('bases.title')} text={t('bases.text')}>
        <Entries areNames entries={BASES.map(({ key, name, near, destination }) => ({ key, name, near, destination, text: t(`base.${key}`) }))} />
      </ListingSection>
      <ListingSection title={t('gentler.title')} text={t('gentler.text')}>
        <Entries areNames entries={GENTLER.map(({ key, name, near, destination }) => ({ key, name, near, destination, text: t(`walk.${key}`) }))} />
      </ListingSection>
    </Guide>
  );
}
