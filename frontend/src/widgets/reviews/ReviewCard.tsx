import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { classes } from '@/components/classes';
import surface from '@/components/Surface.module.css';
import { Stars } from '@/product/Stars';
import { LanguageNote } from '@/widgets/descriptions/LanguageNote';
import styles from './ReviewCard.module.css';

interface ReviewCardProps {
  author: string;
  /** The line below the name: country and dates. */
  details: readonly string[];
  rating: number;
  title: string;
  text: string;
  /** The `lang` of title and text, if it is not the page's; empty if it is unknown. */
  language?: string | undefined;
  mark?: 'verified' | 'sample' | undefined;
}

export function ReviewCard({ author, details, rating, title, text, language, mark }: ReviewCardProps) {
  const { t } = useTranslation('reviews');
  return (
    <article className={classes(surface['card'], styles['card'])}>
      <header className={styles['head']}>
        <span aria-hidden className={styles['initial']}>
          {author.charAt(0)}
        </span>
        <div>
          <p className={styles['author']}>{author}</p>
          <p className={styles['details']}>
            {details.filter(Boolean).map((detail) => (
              <span key={detail}>{detail}</span>
            ))}
          </p>
        </div>
        {mark && <Badge tone={mark === 'verified' ? 'sea' : 'sand'}>{t(mark)}</Badge>}
      </header>
      <Stars rating={rating} />
      {title && (
        <h3 lang={language} className={styles['title']}>
          {title}
        </h3>
      )}
      {text && (
        <p lang={language} className={styles['text']}>
          {text}
        </p>
      )}
      <LanguageNote language={language} />
    </article>
  );
}
