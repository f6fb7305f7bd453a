import { useId, type ReactNode } from 'react';
import { classes } from '@/components/classes';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import banner from './Banner.module.css';
import styles from './CallToAction.module.css';

interface CallToActionProps {
  /** For links to the section. */
  id?: string;
  title: string;
  text: string;
  picture: PictureName;
  /** Keeps a distance to the next section. */
  spaceBelow?: boolean;
  /** The button, after any text of its own. */
  children: ReactNode;
}

/** A dark panel with a title, a text and a button beside a picture. */
export function CallToAction({ id, title, text, picture, spaceBelow = false, children }: CallToActionProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={classes(banner['band'], styles['band'])}
      data-space-below={spaceBelow || undefined}
    >
      <div className={classes(banner['panel'], styles['panel'])}>
        <div className={classes(banner['words'], styles['words'])}>
          <h2 id={titleId}>{title}</h2>
          <p>{text}</p>
          {children}
        </div>
        <Picture name={picture} alt="" sizes="(min-width: 768px) 600px, 100vw" className={banner['picture']} />
      </div>
    </section>
  );
}
