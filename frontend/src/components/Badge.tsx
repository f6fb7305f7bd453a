import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { classes } from './classes';

interface BadgeProps {
  tone?: 'sand' | 'sea' | 'terracotta' | 'maquis' | 'white';
  icon?: ReactNode;
  children: ReactNode;
}

/** A small label, usually on a picture. */
export function Badge({ tone = 'sand', icon, children }: BadgeProps) {
  return (
    <span className={classes(styles['badge'], styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
