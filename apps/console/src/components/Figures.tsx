import type { ReactNode } from 'react';

import styles from './Figures.module.css';

/** Numbers beside each other. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>;
}

/** A number, and what it counts. */
export function Figure({ value, words }: { value: string; words: string }) {
  return (
    <div className={styles.figure}>
      <strong>{value}</strong>
      <span>{words}</span>
    </div>
  );
}
