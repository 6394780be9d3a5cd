import styles from './Loading.module.css';

/** Stands where something will be. It appears after a moment: what comes at once does not flicker. */
export function Loading({ what }: { what: string }) {
  return (
    <div className={styles.loading} role="status">
      <span className={styles.words}>Loading {what}…</span>
      <span className={styles.bar} />
      <span className={styles.bar} />
      <span className={styles.bar} />
    </div>
  );
}
