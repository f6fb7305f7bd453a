import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { PageTitle } from '@/widgets/page/PageTitle';
import { PicturePanel } from '@/widgets/page/PicturePanel';
import form from './Form.module.css';
import { NewPasswordForm } from './NewPasswordForm';
import { PanelSkeleton } from './PanelSkeleton';
import { useMailLink } from './useMailLink';

export const handle = { Skeleton: PanelSkeleton };

/** `/nouveau-mot-de-passe`: the page to which the link in a mail leads, with the token of a session in the fragment. */
export function Component() {
  const { t } = useTranslation('account');
  const link = useMailLink('recovery');
  const [isDone, setDone] = useState(false);
  const isOpen = link.kind === 'valid' && !isDone;
  return (
    <>
      <PageTitle indexed={false}>{t('newPassword.title')}</PageTitle>
      <PicturePanel title={t('newPassword.title')} lead={isOpen ? t('newPassword.lead') : undefined} picture="harbour-1">
        {isDone && <Done />}
        {isOpen && <NewPasswordForm token={link.token} expiresIn={link.expiresIn} onDone={() => setDone(true)} />}
        {link.kind !== 'valid' && <LinkNeeded isExpired={link.kind === 'expired'} />}
      </PicturePanel>
    </>
  );
}

function Done() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <>
      <Notice tone="success">{t('newPassword.done')}</Notice>
      <div className={form['actions']}>
        <ButtonLink to="/compte">{t('account.title')}</ButtonLink>
        <ButtonLink to="/" variant="quiet">
          {t('common:action.backHome')}
        </ButtonLink>
      </div>
    </>
  );
}

function LinkNeeded({ isExpired }: { isExpired: boolean }) {
  const { t } = useTranslation('account');
  return (
    <>
      <Notice tone={isExpired ? 'error' : 'info'}>{t(isExpired ? 'newPassword.expired' : 'newPassword.missing')}</Notice>
      <ButtonLink to="/mot-de-passe-oublie" variant="accent" wide>
        {t('newPassword.request')}
      </ButtonLink>
    </>
  );
}
