import type { ReviewDetails } from '@host/contracts';

import { explainChanges } from '../../reviews/explainChanges.ts';
import { formatBytes } from '../../text/formatNumber.ts';
import { Badge } from '../Badge.tsx';
import { Empty } from '../Empty.tsx';
import { Facts } from '../Facts.tsx';
import { Panel } from '../Panel.tsx';
import { Table } from '../Table.tsx';
import layout from '../layout.module.css';
import styles from './review.module.css';

/** What a version changes for the people who get another one now. */
export function ChangesPanel({ review }: { review: ReviewDetails }) {
  const { changes } = review;
  const told = explainChanges(changes);
  return (
    <Panel
      title={
        changes.against === undefined ? 'What it is' : `What it changes against ${changes.against}`
      }
    >
      {told.length === 0 ? (
        <Empty title="Nothing that can be seen from outside" />
      ) : (
        <ul className={styles.changes}>
          {told.map(({ text, isImportant }) => (
            <li key={text}>
              {isImportant && <Badge tone="warn">Look</Badge>}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      <Facts
        of={[
          ['Permissions', [...changes.permissions.kept, ...changes.permissions.added].join(', ')],
          ['Back end', changes.upstream ?? 'none: its data is in collections of the server'],
          ['Signed', changes.signed.after ? 'by a key of its publisher' : 'no'],
        ]}
      />
      {changes.platforms
        .filter(({ files = [] }) => files.length > 0)
        .map(({ platform, files = [], changed = 0 }) => (
          <details key={platform}>
            <summary>
              Files for {platform}: {changed}
            </summary>
            <Table
              label={`Files for ${platform}`}
              rows={files}
              keyOf={({ path }) => path}
              columns={[
                { name: 'File', cell: ({ path }) => <code>{path}</code> },
                { name: 'Before', number: true, cell: ({ before }) => bytesOf(before) },
                { name: 'Now', number: true, cell: ({ after }) => bytesOf(after) },
              ]}
            />
            {changed > files.length && (
              <p className={layout.muted}>The first {files.length} are shown.</p>
            )}
          </details>
        ))}
    </Panel>
  );
}

function bytesOf(size: number | undefined): string {
  return size === undefined ? '–' : formatBytes(size);
}
