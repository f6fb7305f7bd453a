import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '@/product/Logo';
import styles from './Footer.module.css';
import { useYear } from './useYear';
import { SOCIAL, SOCIAL_PAGE } from './social';

const COLUMNS = [
  {
    key: 'lodging',
    links: [
      ['hotels', '/hotels'],
      ['luxury', '/hotels-luxe'],
      ['clubs', '/hotels-club'],
      ['villas', '/villas'],
      ['spa', '/spa-hotels'],
      ['guestRooms', '/chambres-hotes'],
      ['campsites', '/campings'],
      ['residences', '/residences'],
    ],
  },
  {
    key: 'activities',
    links: [
      ['restaurants', '/restaurants'],
      ['carRental', '/car-rental'],
      ['taxi', '/taxi'],
      ['seminars', '/seminaires'],
      ['favourites', '/coups-de-coeur'],
      ['business', '/soirees-etapes'],
    ],
  },
  {
    key: 'blog',
    links: [
      ['beaches', '/blog/plages'],
      ['villages', '/blog/villages'],
      ['hikes', '/blog/randonnees'],
      ['food', '/blog/gastronomie'],
    ],
  },
  {
    key: 'contact',
    links: [
      ['help', '/aide'],
      ['writeUs', '/contact'],
      ['about', '/a-propos'],
      ['partners', '/partners'],
      ['channelManager', '/channel-manager'],
      ['admin', '/admin'],
    ],
  },
] as const;

const LEGAL = [
  ['legal', '/mentions-legales'],
  ['terms', '/conditions-generales'],
  ['privacy', '/confidentialite'],
  ['cookies', '/cookies'],
] as const;

/** It is memoized, because the shell renders again with each change of the address. */
export const Footer = memo(function Footer() {
  const { t } = useTranslation(['layout', 'common']);
  const year = useYear();
  return (
    <footer className={styles['footer']}>
      <div className={styles['inner']}>
        <div className={styles['about']}>
          <Logo word={t('common:brand')} />
          <p>{t('footer.tagline')}</p>
          <ul className={styles['social']} aria-label={t('footer.social')}>
            {SOCIAL.map(({ name, path }) => (
              <li key={name}>
                <Link to={SOCIAL_PAGE} aria-label={name}>
                  <svg viewBox="0 0 24 24" aria-hidden focusable="false">
                    <path d={path} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
                  </svg>
                </Link>
              </li>
            ))}
          </ul>
        </div>
        {COLUMNS.map(({ key, links }) => (
          <nav key={key} aria-labelledby={`footer-${key}`} className={styles['column']}>
            <h2 id={`footer-${key}`}>{t(`footer.${key}`)}</h2>
            <ul>
              {links.map(([name, to]) => (
                <li key={name}>
                  <Link to={to}>{t(`footer.${name}`)}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={styles['legal']}>
        <p>{t('footer.rights', { year })}</p>
        <ul>
          {LEGAL.map(([name, to]) => (
            <li key={name}>
              <Link to={to}>{t(`footer.${name}`)}</Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
});
