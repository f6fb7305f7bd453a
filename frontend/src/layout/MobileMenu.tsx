import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { AccountActions } from './AccountActions';
import { HeaderSearch } from './HeaderSearch';
import { LanguageSelector } from './LanguageSelector';
import styles from './MobileMenu.module.css';
import { ServiceNav } from './ServiceNav';

interface MobileMenuProps {
  withSearch: boolean;
  onClose: () => void;
}

/** The header's content on a small screen. */
export default function MobileMenu({ withSearch, onClose }: MobileMenuProps) {
  const { t } = useTranslation('layout');
  return (
    <Dialog isOpen onClose={onClose} title={t('header.menuTitle')} placement="sheet">
      <div className={styles['menu']}>
        {withSearch && <HeaderSearch onSubmit={onClose} />}
        <ServiceNav tiles onLeave={onClose} />
        <AccountActions onLeave={onClose} />
        <div className={styles['foot']}>
          <ButtonLink to="/partners" variant="quiet" size="sm" onClick={onClose}>
            {t('header.addEstablishment')}
          </ButtonLink>
          <LanguageSelector />
        </div>
      </div>
    </Dialog>
  );
}
