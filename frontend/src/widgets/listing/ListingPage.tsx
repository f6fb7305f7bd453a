import { useLayoutEffect, type ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { pictureAddress, type PictureName } from '@/pictures/manifest';
import { PageTitle } from '@/widgets/page/PageTitle';
import styles from './ListingPage.module.css';

interface ListingPageProps {
  /** The document's title. */
  title: string;
  /** A sentence and a picture for search engines and shared links. */
  description?: string;
  picture?: PictureName;
  /** Hero, statistics, sections, benefits: top to bottom. */
  children: ReactNode;
}

/** §2 Listing pages: the frame of one. Who enters begins at its top; who comes back finds the place where they left. */
export function ListingPage({ title, description, picture, children }: ListingPageProps) {
  const entry = useNavigationType();
  useLayoutEffect(() => {
    if (entry !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [entry]);
  return (
    <div className={styles['page']}>
      <PageTitle {...(description && { description })} {...(picture && { picture: pictureAddress(picture) })}>
        {title}
      </PageTitle>
      {children}
    </div>
  );
}
