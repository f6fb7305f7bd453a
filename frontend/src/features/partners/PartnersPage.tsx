import { BadgeCheck, CalendarCheck, Clock, Eye, Headset, ShieldCheck, Star } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { preload } from '@/browser/preload';
import { applicationState, type SentApplication } from '@/domain/sentApplication';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { Benefits } from '@/widgets/listing/Benefits';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import { EMPTY_DRAFT, type ApplicationDraft } from './application';
import { ApplyButton } from './ApplyButton';
import { JoinBand } from './JoinBand';
import styles from './PartnersPage.module.css';
import { Process } from './Process';
import { Testimonials } from './Testimonials';

const REDIRECT_MS = 2000;
const FIGURES = ['establishments', 'customers', 'rating', 'recommended'] as const;
const BENEFITS = [
  { key: 'audience', icon: Eye },
  { key: 'evaluation', icon: BadgeCheck },
  { key: 'reviews', icon: Star },
  { key: 'payment', icon: ShieldCheck },
  { key: 'calendar', icon: CalendarCheck },
  { key: 'support', icon: Headset },
] as const;

const loadDialog = () => import('./ApplicationDialog');
const ApplicationDialog = lazy(loadDialog);

/** §2 Partners: benefits, process, testimonials, and the application form in a dialog. */
export function Component() {
  const { t } = useTranslation('partners');
  const navigate = useNavigate();
  /** The values of the form. Kept here, they survive the dialog's closing. */
  const [draft, setDraft] = useState<ApplicationDraft>(EMPTY_DRAFT);
  const [isOpen, setIsOpen] = useState(false);
  const [sent, setSent] = useState<SentApplication | null>(null);

  useEffect(() => {
    if (!sent) return undefined;
    const redirect = setTimeout(() => void navigate('/admin', { state: applicationState(sent) }), REDIRECT_MS);
    return () => clearTimeout(redirect);
  }, [sent, navigate]);

  const apply = { onApply: () => setIsOpen(true), onIntent: () => preload(loadDialog) };
  const close = (left: ApplicationDraft) => {
    setDraft(left);
    setIsOpen(false);
  };
  return (
    <ListingPage title={t('title')} description={t('hero.text')}>
      <ListingHero look="split" picture="guest-house-1" title={t('hero.heading')} text={t('hero.text')}>
        <ApplyButton variant="accent" {...apply} />
        <p className={styles['promise']}>
          <Clock aria-hidden />
          {t('hero.promise')}
        </p>
      </ListingHero>
      <StatisticsStrip
        look="plain"
        note={t('figure.note')}
        items={FIGURES.map((key) => ({ value: t(`figure.${key}.value`), label: t(`figure.${key}.label`) }))}
      />
      <Benefits
        look="plain"
        title={t('benefits.title')}
        text={t('benefits.text')}
        items={BENEFITS.map(({ key, icon }) => ({ icon, title: t(`benefits.${key}.title`), text: t(`benefits.${key}.text`) }))}
      />
      <Process />
      <Testimonials />
      <JoinBand {...apply} />
      {isOpen && (
        <DialogBoundary onClose={() => setIsOpen(false)}>
          <ApplicationDialog draft={draft} onClose={close} onSent={setSent} />
        </DialogBoundary>
      )}
    </ListingPage>
  );
}
