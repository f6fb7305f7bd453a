import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PageTitle } from '@/app/PageTitle';
import { EMPTY_DRAFT, type ApplicationDraft } from './application';
import { Benefits } from './Benefits';
import { Hero } from './Hero';
import { JoinBand } from './JoinBand';
import { Process } from './Process';
import { Testimonials } from './Testimonials';

const REDIRECT_MS = 2000;
const loadDialog = () => import('./ApplicationDialog');
const ApplicationDialog = lazy(loadDialog);

/** §2 Partners: why, how, what others say, and the application itself in a dialog. */
export function Component() {
  const { t } = useTranslation('partners');
  const navigate = useNavigate();
  /** Outlives the dialog: closed by a slip, it opens again as it was. */
  const [draft, setDraft] = useState<ApplicationDraft>(EMPTY_DRAFT);
  const [isOpen, setIsOpen] = useState(false);
  const [isSent, setIsSent] = useState(false);

  useEffect(() => {
    if (!isSent) return undefined;
    const redirect = setTimeout(() => void navigate('/admin'), REDIRECT_MS);
    return () => clearTimeout(redirect);
  }, [isSent, navigate]);

  const apply = { onApply: () => setIsOpen(true), onIntent: () => void loadDialog() };
  const close = (left: ApplicationDraft) => {
    setDraft(left);
    setIsOpen(false);
  };
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <Hero {...apply} />
      <Benefits />
      <Process />
      <Testimonials />
      <JoinBand {...apply} />
      {isOpen && (
        <Suspense>
          <ApplicationDialog draft={draft} onClose={close} onSent={() => setIsSent(true)} />
        </Suspense>
      )}
    </>
  );
}
