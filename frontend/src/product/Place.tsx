import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '@/components/classes';
import styles from './Place.module.css';

interface PlaceProps {
  /** Beside other text, instead of on a line of its own. */
  inline?: boolean;
  /** The language of the place's name, if it may not be the page's. */
  lang?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The name of a place behind a pin. */
export function Place({ inline = false, lang, className, children }: PlaceProps) {
  return (
    <span lang={lang} data-inline={inline || undefined} className={classes(styles['place'], className)}>
      <MapPin aria-hidden />
      {children}
    </span>
  );
}
