import type { Publisher } from '@host/contracts';

import { Badge } from '../components/Badge.tsx';
import { Empty } from '../components/Empty.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { NameCell } from '../components/NameCell.tsx';
import { ReviewPolicyCell } from '../components/review/ReviewPolicyCell.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';

const COLUMNS: readonly Column<Publisher>[] = [
  {
    name: 'Publisher',
    cell: ({ id, name }) => <NameCell name={name} id={id} />,
    text: ({ name }) => name,
  },
  { name: 'Id', fileOnly: true, cell: ({ id }) => id, text: ({ id }) => id },
  { name: 'Mini-apps', number: true, cell: ({ apps }) => apps, text: ({ apps }) => apps },
  {
    name: 'Trust',
    cell: ({ trust }) => (
      <Badge
        tone={trust.state === 'trusted' ? 'ok' : trust.state === 'lapsed' ? 'warn' : 'neutral'}
      >
        {trust.state}
      </Badge>
    ),
    text: ({ trust }) => trust.state,
  },
  {
    name: 'Since',
    wideOnly: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
  { name: 'Review', cell: (publisher) => <ReviewPolicyCell publisher={publisher} /> },
];

/** Whose mini-apps these are. */
export default function PublishersScreen() {
  const { client } = useServices();
  const list = useList(['publishers'], (page, signal) => client.listPublishers(page, { signal }));
  return (
    <>
      <PageHeader title="Publishers" />
      <ListPanel
        list={list}
        noun="publisher"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty title="There is no publisher yet">
            Make one with <code>miniapp publishers create</code>, then issue a token for it.
          </Empty>
        }
      />
    </>
  );
}
