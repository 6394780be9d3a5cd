import type { ReactNode } from 'react';

import styles from './Empty.module.css';

/** What is shown where there is nothing: why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <strong>{title}</strong>
      {children !== undefined && <div className={styles.more}>{children}</div>}
    </div>
  );
}
