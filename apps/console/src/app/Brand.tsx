import styles from './Brand.module.css';

/** The sign and the name of the console. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">
        <rect width="64" height="64" rx="18" />
        <path d="M20 42V30M32 42V20M44 42V35" />
      </svg>
      Console
    </span>
  );
}
