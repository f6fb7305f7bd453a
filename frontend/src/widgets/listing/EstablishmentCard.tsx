import type { ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { Card } from '@/components/Card';
import { HotelPicture } from '@/product/HotelPicture';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import { Place } from '@/product/Place';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import { classes } from '@/components/classes';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import styles from './EstablishmentCard.module.css';
import { Highlights } from './Highlights';
import { ROW, THIRD } from './sizes';

export interface EstablishmentCardProps {
  name: string;
  /** The link of the card; without it, the card is not clickable. */
  to?: LinkProps['to'];
  /** The location in French, as stored. */
  place: string;
  /** A picture of the site; `photo` is the URL of a hotel's own. */
  picture?: PictureName;
  photo?: string | undefined;
  /** From 0 to 5. */
  rating: number;
  reviewsCount?: number;
  /** In euros. `unit` is 'par nuit' by default. */
  price: number;
  unit?: string;
  /** Writes 'à partir de' before the price. */
  from?: boolean;
  /** A former price, struck through before the price. */
  priceBefore?: number;
  text?: string;
  /** The card shows the first four, then '+N autres'. */
  highlights?: readonly string[];
  highlightsShown?: number;
  /** A `Badge` on the picture. */
  badge?: ReactNode;
  /** Content below the place, such as stars or a capacity. */
  facts?: ReactNode;
  /** A button or hint beside the price. */
  action?: ReactNode;
  /** Content at the bottom, such as expandable details. */
  children?: ReactNode;
  layout?: 'column' | 'row';
  /** The aspect ratio (width / height) of the picture in a column layout. */
  ratio?: number;
  /** The `sizes` attribute of the picture. By default a third of the page, or the width in a row layout. */
  sizes?: string;
  /** Loads the picture eagerly. */
  priority?: boolean;
  titleLevel?: 2 | 3 | 4;
  className?: string;
}

/** A clickable card of an establishment: an `li` for an `EstablishmentGrid`. */
export function EstablishmentCard(props: EstablishmentCardProps) {
  const { name, to, place, rating, reviewsCount, text, highlights, badge, facts, action, layout = 'column' } = props;
  return (
    <Card
      as="li"
      layout={layout}
      className={classes(layout === 'row' && styles['row'], props.className)}
      picture={<CardPicture {...props} />}
      badge={badge}
      title={name}
      titleLevel={props.titleLevel ?? 3}
      {...(to !== undefined && { to })}
      place={<Place inline lang={CONTENT_LANGUAGE}>{place}</Place>}
      foot={
        <>
          <CardPrice {...props} />
          {action}
        </>
      }
    >
      {facts}
      <RatingPill rating={rating} {...(reviewsCount !== undefined && { reviewsCount })} />
      {text && <p className={styles['text']}>{text}</p>}
      {highlights && <Highlights items={highlights} shown={props.highlightsShown} />}
      {props.children}
    </Card>
  );
}

function CardPicture({ picture, photo, ratio = 3 / 2, layout, sizes, priority = false }: EstablishmentCardProps) {
  const className = styles['picture'] ?? '';
  const shown = sizes ?? (layout === 'row' ? ROW : THIRD);
  if (!picture) return <HotelPicture src={photo} alt="" sizes={shown} ratio={ratio} priority={priority} className={className} />;
  return <Picture name={picture} alt="" sizes={shown} ratio={ratio} priority={priority} className={className} />;
}

function CardPrice({ price, unit, from = false, priceBefore }: EstablishmentCardProps) {
  return (
    <Price
      euros={price}
      from={from}
      {...(unit === undefined ? { perNight: true } : { unit })}
      {...(priceBefore !== undefined && { before: priceBefore })}
    />
  );
}
