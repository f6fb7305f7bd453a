import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import styles from './LinkList.module.css';

export interface ListedLink {
  readonly to: string;
  readonly label: string;
}

/** The ways on from a section. */
export function LinkList({ links }: { links: readonly ListedLink[] }) {
  return (
    <ul className={styles['links']}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to}>
            {label}
            <ArrowRight aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
