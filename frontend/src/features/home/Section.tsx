import { useId, type ReactNode } from 'react';
import { classes } from '@/components/classes';
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
