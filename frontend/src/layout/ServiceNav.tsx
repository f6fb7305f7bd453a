import { BedDouble, CarFront, CarTaxiFront, Plane, Presentation, UtensilsCrossed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation, useNavigate } from 'react-router';
import { classes } from '@/components/classes';
import { openOwnerPopup } from '@/widgets/owner-popup/openOwnerPopup';
import styles from './ServiceNav.module.css';

/** The first row links to sections of the home page, the second to pages. */
const SECTIONS = [
  { key: 'flight', to: '/#vol', Icon: Plane },
  { key: 'restaurant', to: '/#restaurant', Icon: UtensilsCrossed },
  { key: 'taxi', to: '/#taxi', Icon: CarTaxiFront },
] as const;
const PAGES = [
  { key: 'carRental', to: '/car-rental', Icon: CarFront },
  { key: 'seminars', to: '/seminaires', Icon: Presentation },
] as const;

interface ServiceNavProps {
  className?: string | undefined;
  tiles?: boolean;
  onLeave?: () => void;
}

export function ServiceNav({ className, tiles = false, onLeave }: ServiceNavProps) {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const navigate = useNavigate();

  const stay = () => {
    onLeave?.();
    void navigate('/#sejour');
    openOwnerPopup();
  };

  return (
    <nav aria-label={t('header.services')} className={classes(tiles ? styles['tiles'] : styles['line'], className)}>
      <ul>
        <li>
          <button type="button" onClick={stay} className={styles['entry']}>
            <BedDouble aria-hidden />
            {t('nav.stay')}
          </button>
        </li>
        {SECTIONS.map(({ key, to, Icon }) => (
          <li key={key}>
            <Link to={to} onClick={onLeave} className={styles['entry']}>
              <Icon aria-hidden />
              {t(`nav.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
      <ul>
        {PAGES.map(({ key, to, Icon }) => (
          <li key={key}>
            <Link to={to} onClick={onLeave} aria-current={matchPath(to, pathname) ? 'page' : undefined} className={styles['entry']}>
              <Icon aria-hidden />
              {t(`nav.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
