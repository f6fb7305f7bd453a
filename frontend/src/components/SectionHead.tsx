import type { ReactNode } from 'react';
import { classes } from './classes';
import styles from './SectionHead.module.css';

interface SectionHeadProps {
  /** For the `aria-labelledby` of the section. */
  titleId: string;
  title: string;
  text?: string | undefined;
  /** Rendered beside the title. */
  aside?: ReactNode;
  className?: string | undefined;
  textClassName?: string | undefined;
}

/** The head of a section: h2 and introduction, and what is beside them. */
export function SectionHead({ titleId, title, text, aside, className, textClassName }: SectionHeadProps) {
  return (
    <div className={classes(styles['head'], className)}>
      <div>
        <h2 id={titleId}>{title}</h2>
        {text && <p className={classes(styles['text'], textClassName)}>{text}</p>}
      </div>
      {aside}
    </div>
  );
}
