import styles from './layout.module.css';

/** What will happen, a line each. Read out again when it changes. */
export function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul className={styles.sentences} aria-live="polite" aria-label="What will happen">
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
