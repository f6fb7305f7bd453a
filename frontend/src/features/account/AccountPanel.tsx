import type { ReactNode } from 'react';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import styles from './AccountPanel.module.css';

interface AccountPanelProps {
  title: string;
  lead?: string | undefined;
  picture: PictureName;
  children: ReactNode;
}

/** A page with one short form beside a picture. */
export function AccountPanel({ title, lead, picture, children }: AccountPanelProps) {
  return (
    <div className={styles['page']}>
      <div className={styles['panel']}>
        <Picture name={picture} alt="" sizes="(min-width: 900px) 700px, 100vw" className={styles['picture']} />
        <div className={styles['content']}>
          <div>
            <h1>{title}</h1>
            {lead && <p className={styles['lead']}>{lead}</p>}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}
