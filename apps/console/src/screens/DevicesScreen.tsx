import { type ApiClient, ApiClientError, type ListRequest, type Page } from '@host/api-client';
import type { DeviceQuery, DeviceRecord } from '@host/contracts';

import { Empty } from '../components/Empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../components/Filters.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { DEVICE_COLUMNS } from '../components/device/deviceColumns.tsx';
import { useSearch } from '../components/useSearch.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';

const BY = [
  ['token', 'By token'],
  ['id', 'By id'],
  ['person', 'By person'],
  ['topic', 'By topic'],
] as const;
type By = (typeof BY)[number][0];

/** Every device, or those of a token, an id, a person or a topic. */
export default function DevicesScreen() {
  const { client } = useServices();
  const [search] = useSearch();
  const by = BY.find(([each]) => each === search['by'])?.[0] ?? 'token';
  const q = search['q'] ?? '';
  const sorting = useSort(['createdAt', 'lastSeenAt'], '-createdAt');
  // The devices of a topic are in one order alone.
  const isOfTopic = by === 'topic' && q !== '';
  const sort = isOfTopic ? undefined : sorting.sort.word;
  const list = useList(['devices', by, q, sort], (page, signal) =>
    find(client, by, q, { ...page, sort }, signal),
  );
  return (
    <>
      <PageHeader title="Devices" subtitle="What push reaches." />
      <Filters>
        <ChoiceFilter name="by" label="Look for" choices={BY} isOneOf />
        <TextFilter name="q" label="Find a device" placeholder="All of it: a token, 42, news" />
      </Filters>
      <ListPanel
        list={list}
        {...(!isOfTopic && { sorting })}
        noun="device"
        columns={DEVICE_COLUMNS}
        keyOf={({ id }) => id}
        empty={
          q === '' ? (
            <Empty title="No device is registered yet">
              One comes with the first host app that turns push on.
            </Empty>
          ) : (
            <Empty title="No device is known by that">
              It was never registered, or was unregistered since. Tokens are looked for as a whole.
            </Empty>
          )
        }
      />
    </>
  );
}

async function find(
  client: ApiClient,
  by: By,
  q: string,
  page: ListRequest<DeviceQuery>,
  signal: AbortSignal,
): Promise<Page<DeviceRecord>> {
  if (q === '') return client.findDevices(page, { signal });
  if (by !== 'id') return client.findDevices({ ...page, [by]: q }, { signal });
  if (!/^[1-9]\d*$/.test(q)) return { items: [] };
  try {
    return { items: [await client.getDevice(q, { signal })] };
  } catch (error) {
    if (error instanceof ApiClientError && error.code === 'device-not-found') return { items: [] };
    throw error;
  }
}
