import type { CSSProperties } from 'react';
import { classes } from './classes';
import { useControlLabels } from './controlLabels';
import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden';

const EMPTY = { __html: '' };

interface SkeletonProps {
  shape?: 'text' | 'title' | 'block' | 'pill';
  /** Width over height, for a block. */
  ratio?: number;
  /** Share of the line's width, for text. */
  width?: `${number}%`;
}

/** One placeholder shape, hidden from screen readers. Wrap a group of them in `Loading`, which announces the wait. */
export function Skeleton({ shape = 'text', ratio, width }: SkeletonProps) {
  const style: CSSProperties = { ...(ratio && { aspectRatio: ratio }), ...(width && { width }) };
  return <span aria-hidden className={classes(styles['skeleton'], styles[shape])} style={style} />;
}

/**
 * Placeholder of a page's first picture. `app/prefetch.ts` shows the real one in it before the app has started; React
 * leaves it alone.
 */
export function OpeningPicture({ ratio, className }: { ratio?: number; className?: string | undefined }) {
  return (
    <span aria-hidden className={classes(styles['openingFrame'], className)} style={ratio ? { aspectRatio: ratio } : undefined}>
      <span data-opening className={styles['opening']} suppressHydrationWarning dangerouslySetInnerHTML={EMPTY} />
    </span>
  );
}

/** Placeholder of a list's card, with the size of a card whose title takes one line. */
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

/** Announces once to screen readers that its content is loading; `children` are the placeholders. */
export function Loading({ children, label, className }: { children: React.ReactNode; label?: string; className?: string | undefined }) {
  const labels = useControlLabels();
  return (
    <div aria-busy="true" className={className}>
      <span role="status" className={styles['status']}>
        <VisuallyHidden>{label ?? labels.loading}</VisuallyHidden>
      </span>
      {children}
    </div>
  );
}
