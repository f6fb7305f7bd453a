import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes';
import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden';

interface SkeletonProps {
  shape?: 'text' | 'title' | 'block' | 'pill';
  /** Width over height, for a block. */
  ratio?: number;
  /** Share of the line, for text. */
  width?: `${number}%`;
}

/** A piece of what is coming. Wrap the pieces in a `Loading`, which says so to screen readers. */
export function Skeleton({ shape = 'text', ratio, width }: SkeletonProps) {
  const style: CSSProperties = { ...(ratio && { aspectRatio: ratio }), ...(width && { width }) };
  return <span aria-hidden className={classes(styles['skeleton'], styles[shape])} style={style} />;
}

/** Where the first picture of a page will be. It is seen before the page is, as soon as its address is known (`app/prefetch.ts`). */
export function OpeningPicture({ ratio, className }: { ratio?: number; className?: string | undefined }) {
  return (
    <span aria-hidden className={classes(styles['place'], className)} style={ratio ? { aspectRatio: ratio } : undefined}>
      <span data-opening className={styles['opening']} />
    </span>
  );
}

/** The shape of a card of a list, of the exact size of one. */
export function CardSkeleton({ ratio = 3 / 2 }: { ratio?: number }) {
  return (
    <div className={styles['card']} aria-hidden>
      <Skeleton shape="block" ratio={ratio} />
      <div className={styles['body']}>
        <Skeleton shape="title" width="80%" />
        <Skeleton width="50%" />
        <Skeleton width="65%" />
        <Skeleton shape="title" width="40%" />
      </div>
    </div>
  );
}

/** Says once, for the shapes inside, that something is on its way. */
export function Loading({ children, label, className }: { children: React.ReactNode; label?: string; className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className={className}>
      <span role="status" className={styles['said']}>
        <VisuallyHidden>{label ?? t('loading')}</VisuallyHidden>
      </span>
      {children}
    </div>
  );
}
