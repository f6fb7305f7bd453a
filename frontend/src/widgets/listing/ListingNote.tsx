import styles from './ListingNote.module.css';

/** A small sentence below a part of a listing page, which says what its figures and offers are. */
export function ListingNote({ children }: { children: string }) {
  return <p className={styles['note']}>{children}</p>;
}
