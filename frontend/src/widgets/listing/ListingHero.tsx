import type { ReactNode } from 'react';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import { classes } from '@/components/classes';
import styles from './ListingHero.module.css';

/** `scene`: words on the picture, full width. `split`: words beside a framed picture. `night`: the same on dark, edge to edge. */
export type HeroLook = 'scene' | 'split' | 'night';

interface ListingHeroProps {
  look: HeroLook;
  picture: PictureName;
  /** The page's h1. */
  title: string;
  text: string;
  /** A few words over the title. */
  eyebrow?: string;
  /** Badges or a way on, below the text. */
  children?: ReactNode;
}

/** What a listing page opens with: its scene, its name and a sentence. */
export function ListingHero({ look, picture, title, text, eyebrow, children }: ListingHeroProps) {
  const sizes = look === 'scene' ? '100vw' : '(min-width: 768px) 58vw, 100vw';
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
