import type { ReactNode } from 'react';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import { classes } from '@/components/classes';
import styles from './ListingHero.module.css';
import { HERO_HALF } from './sizes';

/**
 * `scene`: text on a full-width picture. `split`: text beside a framed picture. `night`: `split` on dark, at full
 * width.
 */
export type HeroLook = 'scene' | 'split' | 'night';

interface ListingHeroProps {
  look: HeroLook;
  picture: PictureName;
  /** The page's h1. */
  title: string;
  text: string;
  /** A short line above the title. */
  eyebrow?: string;
  /** Badges or links below the text. */
  children?: ReactNode;
}

/** The top of a listing page: picture, title and introduction. */
export function ListingHero({ look, picture, title, text, eyebrow, children }: ListingHeroProps) {
  const sizes = look === 'scene' ? '100vw' : HERO_HALF;
  return (
    <section className={classes(styles['hero'], styles[look])}>
      <div className={styles['picture']}>
        <Picture name={picture} alt="" sizes={sizes} fill priority />
      </div>
      <div className={styles['words']}>
        {eyebrow && <p className={styles['eyebrow']}>{eyebrow}</p>}
        <h1>{title}</h1>
        <p className={styles['text']}>{text}</p>
        {children && <div className={styles['more']}>{children}</div>}
      </div>
    </section>
  );
}
