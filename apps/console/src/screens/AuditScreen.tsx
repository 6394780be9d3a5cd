import type { AuditEntry } from '@host/contracts';

import { Empty } from '../components/Empty.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: 'When', cell: ({ at }) => <Time at={at} /> },
  { name: 'Who', cell: ({ actor }) => <code>{actor}</code> },
  { name: 'Did', cell: ({ action }) => action },
  { name: 'To', cell: ({ target }) => <code>{target}</code> },
  {
    name: 'Details',
    wideOnly: true,
    cell: ({ details }) =>
      Object.keys(details).length > 0 && (
        <details>
          <summary>{Object.keys(details).join(', ')}</summary>
          <pre className={layout.pre}>{JSON.stringify(details, undefined, 2)}</pre>
        </details>
      ),
  },
  { name: 'From', wideOnly: true, cell: ({ address }) => address },
];

/** What was done, by whom. */
export default function AuditScreen() {
  const { client } = useServices();
  const list = useList(['audit'], (page, signal) => client.listAudit(page, { signal }));
  return (
    <>
      <PageHeader
        title="Audit"
        subtitle="Everything that was done, the newest first. Entries are never changed or removed."
      />
      <ListPanel
        list={list}
        noun="entry"
        plural="entries"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<Empty title="Nothing was done yet" />}
      />
    </>
  );
}
