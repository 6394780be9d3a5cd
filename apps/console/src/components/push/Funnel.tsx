import type { AdminMessage } from '@host/contracts';

import { countOf, formatCount, formatPercent } from '../../text/formatNumber.ts';
import { Time } from '../Time.tsx';
import styles from './Funnel.module.css';

const STEPS = [
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['opened', 'Opened'],
] as const;

/** How many devices a message reached, step by step, and how many it did not and why. */
export function Funnel({ message }: { message: AdminMessage }) {
  const { counts, accepted, createdAt, expiresAt, drops = [] } = message;
  const all = accepted ?? counts.sent + counts.expired + counts.dropped;
  // Whom a topic means is known once it was sent to them.
  const isOpen = accepted === undefined;
  const shareOf = (count: number) => (all === 0 ? 0 : (count / all) * 100);
  return (
    <div className={styles.funnel}>
      <ol className={styles.steps}>
        <li>
          <span>Accepted</span>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ inlineSize: '100%' }} />
          </span>
          <span className={styles.count}>
            {accepted === undefined ? <Time at={createdAt} /> : formatCount(accepted)}
          </span>
        </li>
        {STEPS.map(([name, words]) => (
          <li key={name}>
            <span>{words}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ inlineSize: `${shareOf(counts[name])}%` }} />
            </span>
            <span className={styles.count}>
              {formatCount(counts[name])}
              {all > 0 &&
                !(isOpen && name === 'sent') &&
                ` · ${formatPercent(shareOf(counts[name]))}`}
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.lost}>
        {formatCount(counts.expired)} expired before the device came, {formatCount(counts.dropped)}{' '}
        dropped{drops.length > 0 ? ':' : '.'}
      </p>
      {isOpen && (
        <p className={styles.lost}>
          Shares are of the devices that it was sent to. Devices that are away are not among them:
          they get it when they come back, until <Time at={expiresAt} ahead />.
        </p>
      )}
      {drops.length > 0 && (
        <ul className={styles.lost} aria-label="Why it was dropped">
          {drops.map(({ reason, devices }) => (
            <li key={reason}>
              {reason} on {countOf(devices, 'device')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
