import { useLayoutEffect, type ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { pictureAddress, type PictureName } from '@/pictures/manifest';
import { PageTitle } from '@/widgets/page/PageTitle';
import styles from './ListingPage.module.css';

interface ListingPageProps {
  /** The document's title. */
  title: string;
  /** The description and picture for search engines and shared links. */
  description?: string;
  picture?: PictureName;
  /** Whether search engines may index the page. */
  indexed?: boolean;
  /** From top to bottom: hero, statistics, sections, benefits. */
  children: ReactNode;
}

/**
 * §2 Listing pages: the layout of a listing page, with its title and metadata. Scrolls to the top on arrival, except after a
 * back or forward navigation, which restores the scroll position.
 */
export function ListingPage({ title, description, picture, indexed = true, children }: ListingPageProps) {
  const entry = useNavigationType();
  useLayoutEffect(() => {
    if (entry !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [entry]);
  return (
    <div className={styles['page']}>
      <PageTitle
        {...(description && { description })}
        {...(picture && { picture: pictureAddress(picture) })}
        indexed={indexed}
      >
        {title}
      </PageTitle>
      {children}
    </div>
  );
}
