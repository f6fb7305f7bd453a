import styles from './Paragraphs.module.css';

/** A text of several paragraphs, one a line. */
export function Paragraphs({ text }: { text: string }) {
  return (
    <div className={styles['text']}>
      {text.split('\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
