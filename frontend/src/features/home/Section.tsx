import { useId, type ReactNode } from 'react';
import { classes } from '@/components/classes';
import { SectionHead } from '@/components/SectionHead';
import styles from './Section.module.css';

interface SectionProps {
  /** The `id` for links to this section. */
  id?: string;
  title: string;
  text?: string;
  /** Rendered beside the title. */
  aside?: ReactNode;
  /** Fills the section's background over the full width. */
  tone?: 'sand' | 'maquis' | 'sea';
  children: ReactNode;
}

/** A section of the home page: title, introduction and content. */
export function Section({ id, title, text, aside, tone, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={classes(tone && styles['band'], tone && styles[tone])}>
      <div className={styles['section']}>
        <SectionHead {...{ titleId, title, text, aside }} className={styles['head']} textClassName={styles['text']} />
        {children}
      </div>
    </section>
  );
}
