import type { ReactNode } from 'react';

import styles from './Facts.module.css';

/** Names and values below each other; those without a value are left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {of
        .filter(
          ([, value]) => value !== undefined && value !== null && value !== false && value !== '',
        )
        .map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
