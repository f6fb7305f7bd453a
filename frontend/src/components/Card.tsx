import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classes } from './classes';
import styles from './Card.module.css';

interface CardProps {
  as?: 'article' | 'li' | 'div';
  picture: ReactNode;
  /** Shown over a corner of the picture. */
  badge?: ReactNode;
  title: string;
  titleLevel?: 2 | 3 | 4;
  /** Target of the title's link. With it, the whole card is clickable. */
  to?: LinkProps['to'];
  /** The link opens an overlay on this page: the page keeps its scroll position. The state is for the overlay. */
  overlay?: { readonly state: unknown };
  place?: ReactNode;
  children?: ReactNode;
  /** The card's footer, aligned across the cards of a row. */
  foot?: ReactNode;
  layout?: 'column' | 'row';
  className?: string;
}

/** A card of a list: picture, title (a link when `to` is given), place, content and footer. */
export function Card(props: CardProps) {
  const { as: Element = 'article', picture, badge, title, titleLevel = 3, to, overlay, place, children, foot, layout = 'column' } = props;
  const link = overlay ? { preventScrollReset: true, state: overlay.state } : { viewTransition: true };
  const Title = `h${titleLevel}` as const;
  return (
    <Element className={classes(styles['card'], styles[layout], to !== undefined && styles['linked'], props.className)}>
      <div className={styles['picture']}>
        {picture}
        {badge && <div className={styles['badge']}>{badge}</div>}
      </div>
      <div className={styles['body']}>
        <Title className={styles['title']}>
          {to === undefined ? title : <Link to={to} {...link} className={styles['link']}>{title}</Link>}
        </Title>
        {place && <p className={styles['place']}>{place}</p>}
        {children}
        {foot && <div className={styles['foot']}>{foot}</div>}
      </div>
    </Element>
  );
}
