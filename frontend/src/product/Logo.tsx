import styles from './Logo.module.css';

/** The logo: the mark and the brand name next to it. */
export function Logo({ word }: { word: string }) {
  return (
    <span className={styles['logo']}>
      <LogoMark />
      <span className={styles['word']}>{word}</span>
    </span>
  );
}

/** The logo's mark: a mountain ridge in the sea, under the sun. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden focusable="false" className={styles['mark']}>
      <circle cx="24" cy="24" r="24" fill="#0d5c7d" />
      <circle cx="31.5" cy="16" r="5.5" fill="#f5e4bd" />
      <path d="M3.4 36.2 18.2 14.4c1-1.5 2.6-1.5 3.6 0l4.6 6.9 3-3.5c.9-1 2.2-1 3 .1l12.2 18.3a24 24 0 0 1-41.2 0Z" fill="#fbf8ec" />
      <path d="m20 13.3 1.8 1.1 4.6 6.9-5 6.5 3.6 8.4H11.8l6.6-9Z" fill="#b04e3a" />
      <path d="M2.6 34.8c5-2.7 9.2-2.7 14.2 0s9.3 2.7 14.4 0 9.2-2.7 14.2 0A24 24 0 0 1 2.6 34.8Z" fill="#14809a" />
      <path d="M8 40.2c3.3-1.5 6.2-1.4 9.4.2 4.6 2.3 8.7 2.3 13.2 0 3.2-1.6 6.1-1.7 9.4-.2" fill="none" stroke="#93dac8" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  );
}
