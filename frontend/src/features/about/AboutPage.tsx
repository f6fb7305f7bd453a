import { BadgeCheck, Palette, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { Paragraphs } from '@/widgets/article/Paragraphs';
import { CallToAction } from '@/widgets/call-to-action/CallToAction';
import { Benefits } from '@/widgets/listing/Benefits';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';

const PRINCIPLES = [
  { key: 'true', icon: BadgeCheck },
  { key: 'drawn', icon: Palette },
  { key: 'private', icon: ShieldCheck },
] as const;

/** `/a-propos` */
export function Component() {
  const { t } = useTranslation(['about', 'layout']);
  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture="harbour-2">
      <ListingHero look="split" picture="harbour-2" eyebrow={t('hero.eyebrow')} title={t('hero.heading')} text={t('hero.text')} />
      <ListingSection title={t('island.title')}>
        <Paragraphs text={t('island.text')} />
      </ListingSection>
      <Benefits
        title={t('principles.title')}
        items={PRINCIPLES.map(({ key, icon }) => ({ icon, title: t(`principles.${key}.title`), text: t(`principles.${key}.text`) }))}
      />
      <ListingSection title={t('owners.title')}>
        <Paragraphs text={t('owners.text')} />
      </ListingSection>
      <CallToAction title={t('end.title')} text={t('end.text')} picture="village-2">
        <ButtonLink to="/blog/villages" variant="inverse">
          {t('layout:footer.villages')}
        </ButtonLink>
      </CallToAction>
    </ListingPage>
  );
}
