import { useLayoutEffect, type ReactNode } from 'react';
import { useNavigationType } from 'react-router';
import { PageTitle } from '@/app/PageTitle';
import styles from './ListingPage.module.css';

interface ListingPageProps {
  /** The document's title. */
  title: string;
  /** Hero, statistics, sections, benefits: top to bottom. */
  children: ReactNode;
}

/** §2 Listing pages: the frame of one. Who enters begins at its top; who comes back finds the place where they left. */
export function ListingPage({ title, children }: ListingPageProps) {
  const entry = useNavigationType();
  useLayoutEffect(() => {
    if (entry !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
  }, [entry]);
  return (
    <div className={styles['page']}>
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
  );
}
