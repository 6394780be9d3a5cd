import type { TopicRecord } from '@host/contracts';

import { Empty } from '../components/Empty.tsx';
import { Filters, TextFilter } from '../components/Filters.tsx';
import { Link } from '../components/Link.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import type { Column } from '../components/Table.tsx';
import { useSearch } from '../components/useSearch.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { formatDeviceCount } from '../text/formatDeviceCount.ts';

const COLUMNS: readonly Column<TopicRecord>[] = [
  {
    name: 'Topic',
    sort: 'topic',
    cell: ({ topic }) => <Link href={hrefOf('topic', { topic })}>{topic}</Link>,
    text: ({ topic }) => topic,
  },
  {
    name: 'Devices',
    number: true,
    cell: ({ subscribers }) => formatDeviceCount(subscribers),
    text: ({ subscribers }) => subscribers.devices,
  },
];

/** Every topic that a device has. */
export default function TopicsScreen() {
  const { client } = useServices();
  const [{ q = '' }] = useSearch();
  const sorting = useSort(['topic'], 'topic');
  const sort = sorting.sort.word;
  const list = useList(['topics', q, sort], (page, signal) =>
    client.findTopics({ ...page, ...(q !== '' && { q }), sort }, { signal }),
  );
  return (
    <>
      <PageHeader title="Topics" subtitle="What devices are subscribed to." />
      <Filters>
        <TextFilter name="q" label="Find a topic" placeholder="Its name begins with…" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="topic"
        columns={COLUMNS}
        keyOf={({ topic }) => topic}
        empty={
          <Empty title={q === '' ? 'No device has a topic' : 'No topic begins with that'}>
            A topic is there as soon as a device subscribes to it.
          </Empty>
        }
      />
    </>
  );
}
