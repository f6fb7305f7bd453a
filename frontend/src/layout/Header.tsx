import { CircleUserRound, Menu } from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation } from 'react-router';
import { preload } from '@/browser/preload';
import { ButtonLink, IconButton, IconLink } from '@/components/Button';
import { Logo } from '@/product/Logo';
import { useSession } from '@/session/useSession';
import { useAuthDialog } from '@/widgets/auth/authDialog';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { useClosedByLeaving } from '@/widgets/page/useCloseOnNavigation';
import { AccountActions } from './AccountActions';
import styles from './Header.module.css';
import { HeaderSearch } from './HeaderSearch';
import { LanguageSelector } from './LanguageSelector';
import { ServiceNav } from './ServiceNav';
import { useScrolled } from './useScrolled';

const loadMenu = () => import('./MobileMenu');
const MobileMenu = lazy(loadMenu);

/** Pages with a search form of their own. */
const WITHOUT_SEARCH = ['/car-rental', '/taxi'];

export function Header() {
  const { t } = useTranslation(['layout', 'common']);
  const { pathname } = useLocation();
  const scrolled = useScrolled();
  const session = useSession();
  const authDialog = useAuthDialog();
  const [menuOpen, setMenuOpen] = useState(false);
  useClosedByLeaving(() => setMenuOpen(false));
  const withSearch = !WITHOUT_SEARCH.some((path) => matchPath(path, pathname));

  return (
    <header className={styles['header']} data-scrolled={scrolled || undefined}>
      <div className={styles['bar']}>
        <Link to="/" aria-label={t('header.home')} className={styles['logo']}>
          <Logo word={t('common:brand')} />
        </Link>
        <div className={styles['search']}>{withSearch && <HeaderSearch />}</div>
        <div className={styles['tools']}>
          <LanguageSelector />
          <ButtonLink to="/partners" variant="quiet" size="sm">
            {t('header.addEstablishment')}
          </ButtonLink>
          <AccountActions />
        </div>
        <div className={styles['phoneTools']}>
          {session ? (
            <IconLink to="/compte" label={t('header.account')}>
              <CircleUserRound aria-hidden />
            </IconLink>
          ) : (
            <IconButton label={t('header.login')} onPointerEnter={authDialog.preload} onClick={() => authDialog.open('login')}>
              <CircleUserRound aria-hidden />
            </IconButton>
          )}
          <IconButton
            label={t('header.menu')}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onPointerEnter={() => preload(loadMenu)}
            onClick={() => setMenuOpen(true)}
          >
            <Menu aria-hidden />
          </IconButton>
        </div>
      </div>
      <ServiceNav className={styles['services']} />
      {menuOpen && (
        <DialogBoundary onClose={() => setMenuOpen(false)}>
          <MobileMenu withSearch={withSearch} onClose={() => setMenuOpen(false)} />
        </DialogBoundary>
      )}
    </header>
  );
}
