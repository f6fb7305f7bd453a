import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { Card } from '@/components/Card';
import { HotelPicture } from '@/product/HotelPicture';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import { classes } from '@/components/classes';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import styles from './EstablishmentCard.module.css';
import { Highlights } from './Highlights';
import { ROW, THIRD } from './sizes';

export interface EstablishmentCardProps {
  name: string;
  /** Where a click leads; without it the card only tells. */
  to?: LinkProps['to'];
  /** As the establishment has it, which is in French. */
  place: string;
  /** One of our pictures, or the address of the establishment's own. */
  picture?: PictureName;
  photo?: string | undefined;
  /** 0 to 5. */
  rating: number;
  reviewsCount?: number;
  /** In euros; how it is counted, 'par nuit' where left out. */
  price: number;
  unit?: string;
  /** 'à partir de' before the price. */
  from?: boolean;
  /** Struck through before the price. */
  priceBefore?: number;
  text?: string;
  /** At most four are shown, then '+N autres'. */
  highlights?: readonly string[];
  highlightsShown?: number;
  /** Laid over the picture: a `Badge`. */
  badge?: ReactNode;
  /** Under the place: stars, a capacity, what the kind of place calls for. */
  facts?: ReactNode;
  /** Beside the price: a button or what invites. */
  action?: ReactNode;
  /** Below all, such as details that open. */
  children?: ReactNode;
  layout?: 'column' | 'row';
  /** Width over height of the picture, in a column. */
  ratio?: number;
  /** How wide the picture is shown, as `sizes` has it; a third of the page, or what a row takes, where left out. */
  sizes?: string;
  /** Loads the picture eagerly. */
  priority?: boolean;
  titleLevel?: 2 | 3 | 4;
  className?: string;
}

/** An establishment in a list: the whole card opens it. An `li`, for an `EstablishmentGrid`. */
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
      place={
        <span lang={CONTENT_LANGUAGE} className={styles['place']}>
          <MapPin aria-hidden />
          {place}
        </span>
      }
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
  if (!picture) return <HotelPicture src={photo} alt="" ratio={ratio} priority={priority} className={className} />;
  const shown = sizes ?? (layout === 'row' ? ROW : THIRD);
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
