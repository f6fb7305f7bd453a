import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PictureName } from '@/pictures/manifest';
import { Paragraphs } from '@/widgets/article/Paragraphs';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import styles from './Guide.module.css';
import { GUIDES, type GuideKey } from './guides';

interface GuideProps {
  guide: GuideKey;
  picture: PictureName;
  /** The page's title. */
  heading: string;
  intro: string;
  /** Good to know: a title, and paragraphs. */
  practical: { title: string; text: string };
  children: ReactNode;
}

/** The layout of a guide: a scene, its sections, practical advice, and the other guides. */
export function Guide({ guide, picture, heading, intro, practical, children }: GuideProps) {
  const { t } = useTranslation(['article', 'layout']);
  return (
    <ListingPage title={heading} description={intro} picture={picture}>
      <ListingHero look="scene" picture={picture} eyebrow={t('guide')} title={heading} text={intro} />
      {children}
      <ListingSection tone="sea" title={practical.title}>
        <Paragraphs text={practical.text} />
      </ListingSection>
      <nav aria-labelledby="other-guides" className={styles['others']}>
        <h2 id="other-guides">{t('otherGuides')}</h2>
        <ul>
          {GUIDES.filter(({ key }) => key !== guide).map(({ key, path }) => (
            <li key={key}>
              <Link to={path}>{t(`layout:footer.${key}`)}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </ListingPage>
  );
}
