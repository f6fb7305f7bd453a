import type { ReactNode } from 'react';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import styles from './PicturePanel.module.css';

interface PicturePanelProps {
  title: string;
  titleLevel?: 1 | 2;
  lead?: string | undefined;
  picture: PictureName;
  children: ReactNode;
}

/** A page with one short form beside a picture. */
export function PicturePanel({ title, titleLevel = 1, lead, picture, children }: PicturePanelProps) {
  const Title = `h${titleLevel}` as const;
  return (
    <div className={styles['page']}>
      <div className={styles['panel']}>
        <Picture name={picture} alt="" sizes="(min-width: 900px) 700px, 100vw" className={styles['picture']} />
        <div className={styles['content']}>
          <div>
            <Title>{title}</Title>
            {lead && <p className={styles['lead']}>{lead}</p>}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}
