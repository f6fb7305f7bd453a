import { useId, type ReactNode } from 'react';
import { classes } from '@/components/classes';
import { SectionHead } from '@/components/SectionHead';
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
        <SectionHead {...{ titleId, title, text, aside }} textClassName={styles['text']} />
        {children}
      </div>
    </section>
  );
}
