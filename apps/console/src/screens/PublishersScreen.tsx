import type { Publisher } from '@host/contracts';

import { Badge } from '../components/Badge.tsx';
import { Empty } from '../components/Empty.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { NameCell } from '../components/NameCell.tsx';
import { ReviewPolicyCell } from '../components/review/ReviewPolicyCell.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import { Filters, TextFilter } from '../components/Filters.tsx';
import { useSearch } from '../components/useSearch.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';

const COLUMNS: readonly Column<Publisher>[] = [
  {
    name: 'Publisher',
    sort: 'name',
    cell: ({ id, name }) => <NameCell name={name} id={id} />,
    text: ({ name }) => name,
  },
  { name: 'Id', fileOnly: true, cell: ({ id }) => id, text: ({ id }) => id },
  {
    name: 'Mini-apps',
    number: true,
    sort: '-apps',
    cell: ({ apps }) => apps,
    text: ({ apps }) => apps,
  },
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
    sort: '-createdAt',
    wideOnly: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
  {
    name: 'Review',
    cell: (publisher) => <ReviewPolicyCell publisher={publisher} />,
    text: ({ reviewRequired }) =>
      reviewRequired === undefined ? 'as on the platform' : reviewRequired ? 'yes' : 'no',
  },
];

/** Whose mini-apps these are. */
export default function PublishersScreen() {
  const { client } = useServices();
  const [{ q }] = useSearch();
  const sorting = useSort(['id', 'name', 'apps', 'createdAt'], 'id');
  const sort = sorting.sort.word;
  const list = useList(['publishers', q, sort], (page, signal) =>
    client.listPublishers({ ...page, q, sort }, { signal }),
  );
  return (
    <>
      <PageHeader title="Publishers" />
      <Filters>
        <TextFilter name="q" label="Find a publisher" placeholder="Part of its name or id" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="publisher"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          q ? (
            <Empty title="No publisher has that in its name or id" />
          ) : (
            <Empty title="There is no publisher yet">
              Make one with <code>miniapp publishers create</code>, then issue a token for it.
            </Empty>
          )
        }
      />
    </>
  );
}
