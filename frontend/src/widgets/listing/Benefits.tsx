import type { LucideIcon } from 'lucide-react';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import { classes } from '@/components/classes';
import discs from '@/components/IconDisc.module.css';
import styles from './Benefits.module.css';
import { ListingSection } from './ListingSection';

export interface Benefit {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

interface BenefitsProps {
  title: string;
  text?: string;
  items: readonly Benefit[];
  /** `cards`: a row of cards. `plain`: the same without a card around each. `panel`: a list beside a picture. */
  look?: 'cards' | 'plain' | 'panel';
  /** The picture of the panel. */
  picture?: PictureName;
  tone?: 'plain' | 'sand' | 'white' | 'sea' | 'maquis';
}

/** Three to six benefits, each with an icon. */
export function Benefits({ title, text, items, look = 'cards', picture, tone = 'plain' }: BenefitsProps) {
  return (
    <ListingSection title={title} {...(text && { text })} tone={tone}>
      <div className={classes(styles[look], items.length % 3 === 0 && styles['thirds'], tone === 'maquis' && styles['onDark'])}>
        {picture && <Picture name={picture} alt="" sizes="(min-width: 768px) 588px, 100vw" className={styles['picture']} />}
        <ul className={classes(discs['list'], styles['list'])}>
          {items.map(({ icon: Icon, title: name, text: why }) => (
            <li key={name} className={styles['item']}>
              <Icon aria-hidden />
              <h3>{name}</h3>
              <p>{why}</p>
            </li>
          ))}
        </ul>
      </div>
    </ListingSection>
  );
}
