import type { ReviewDetails } from '@host/contracts';

import { Badge } from '../Badge.tsx';
import { Notice } from '../Notice.tsx';
import { Panel } from '../Panel.tsx';
import layout from '../layout.module.css';
import styles from './review.module.css';

/** What the publisher's own check found, as they sent it. */
export function CheckPanel({ check }: Pick<ReviewDetails, 'check'>) {
  return (
    <Panel title="The publisher’s check">
      {check === undefined ? (
        <p className={layout.muted}>Nothing was sent along.</p>
      ) : (
        <>
          {!check.sameArchives && (
            <Notice tone="warn" title="It is about other files">
              What was checked is not what is registered.
            </Notice>
          )}
          <p>
            <Badge tone={check.ok ? 'ok' : 'bad'}>{check.ok ? 'Passed' : 'Failed'}</Badge>{' '}
            <span className={layout.muted}>as the publisher says: {check.checks.join(', ')}</span>
          </p>
          <ul className={styles.changes}>
            {check.findings.map(({ severity, message, file, line }, index) => (
              <li key={index}>
                <Badge tone={severity === 'error' ? 'bad' : 'warn'}>{severity}</Badge>
                <span className={styles.text}>
                  {file !== undefined && (
                    <code>
                      {file}
                      {line === undefined ? '' : `:${line}`}
                    </code>
                  )}{' '}
                  {message}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
