import type { PushMessageRecord } from '@host/contracts';

import { formatCount, formatPercent } from '../../text/formatNumber.ts';
import styles from './Funnel.module.css';

const STEPS = [
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['opened', 'Opened'],
] as const;

/** How many devices a message reached, step by step, and how many it did not. */
export function Funnel({ counts }: Pick<PushMessageRecord, 'counts'>) {
  const all = counts.sent + counts.expired + counts.dropped;
  const shareOf = (count: number) => (all === 0 ? 0 : (count / all) * 100);
  return (
    <div className={styles.funnel}>
      <ol className={styles.steps}>
        {STEPS.map(([name, words]) => (
          <li key={name}>
            <span>{words}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ inlineSize: `${shareOf(counts[name])}%` }} />
            </span>
            <span className={styles.count}>
              {formatCount(counts[name])}
              {all > 0 && ` · ${formatPercent(shareOf(counts[name]))}`}
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.lost}>
        {formatCount(counts.expired)} expired before the device came, {formatCount(counts.dropped)}{' '}
        dropped.
      </p>
    </div>
  );
}
