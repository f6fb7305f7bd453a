import { useId, type ReactNode } from 'react';
import { classes } from '@/components/classes';
import styles from './ListingSection.module.css';

interface ListingSectionProps {
  id?: string;
  title: string;
  text?: string;
  /** Rendered beside the title. */
  aside?: ReactNode;
  /** All looks but `plain` have a background of full width. */
  tone?: 'plain' | 'sand' | 'white' | 'sea' | 'maquis';
  children: ReactNode;
}

/** A section of a listing page: h2, introduction and content. */
export function ListingSection({ id, title, text, aside, tone = 'plain', children }: ListingSectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={classes(styles['section'], styles[tone])}>
      <div className={styles['column']}>
        <div className={styles['head']}>
          <div>
            <h2 id={titleId}>{title}</h2>
            {text && <p className={styles['text']}>{text}</p>}
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}
