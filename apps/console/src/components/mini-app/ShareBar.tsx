import type { VersionShare } from '@host/contracts';

import { formatPercent } from '../../text/formatNumber.ts';
import styles from './ShareBar.module.css';

/** Who gets which version, as a bar and in words. */
export function ShareBar({ shares }: { shares: readonly VersionShare[] }) {
  const shown = shares.filter(({ percent }) => percent > 0);
  return (
    <div className={styles.shares}>
      <div className={styles.bar} aria-hidden="true">
        {shown.map(({ version, percent }, index) => (
          <span
            key={version ?? ''}
            className={version === undefined ? styles.nobody : styles[`share${(index % 4) + 1}`]}
            style={{ inlineSize: `${percent}%` }}
          />
        ))}
      </div>
      <ul className={styles.legend}>
        {shown.map(({ version, percent }, index) => (
          <li key={version ?? ''}>
            <span
              className={`${styles.swatch} ${version === undefined ? styles.nobody : styles[`share${(index % 4) + 1}`]}`}
            />
            {version ?? 'no version'} <strong>{formatPercent(percent)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
