import type { MiniProgram } from '@host/contracts';

import { Empty } from '../components/Empty.tsx';
import { Filters, TextFilter } from '../components/Filters.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { NameCell } from '../components/NameCell.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import { useSearch } from '../components/useSearch.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { stateOfMiniApp } from '../releases/states.ts';
import { useServices } from '../services/ServicesContext.ts';
import { formatCount, formatPercent } from '../text/formatNumber.ts';

const COLUMNS: readonly Column<MiniProgram>[] = [
  {
    name: 'Mini-app',
    sort: 'name',
    cell: ({ appId, name }) => (
      <NameCell name={name} id={appId} href={hrefOf('miniApp', { appId })} />
    ),
    text: ({ name }) => name,
  },
  { name: 'Id', fileOnly: true, cell: ({ appId }) => appId, text: ({ appId }) => appId },
  {
    name: 'State',
    cell: (app) => <StateBadge of={stateOfMiniApp(app)} />,
    text: (app) => stateOfMiniApp(app).words,
  },
  {
    name: 'People get',
    cell: ({ released }) =>
      released.map(({ version, percentage }) => (
        <div key={version}>
          {version} {percentage < 100 && <span>· {formatPercent(percentage)}</span>}
        </div>
      )),
    text: ({ released }) =>
      released.map(({ version, percentage }) => `${version} ${percentage}%`).join(' '),
  },
  {
    name: 'Adoption',
    number: true,
    // How many of those who opened it lately run the newest version that people get.
    cell: ({ usage }) =>
      usage?.onNewest === undefined
        ? '—'
        : `${formatPercent(usage.onNewest * 100)} of ${formatCount(usage.installs)}`,
    text: ({ usage }) => usage?.onNewest,
  },
  { name: 'Installs', fileOnly: true, cell: () => '', text: ({ usage }) => usage?.installs },
  {
    name: 'Crash-free',
    number: true,
    cell: ({ usage }) =>
      usage?.crashFree === undefined ? '—' : formatPercent(usage.crashFree * 100),
    text: ({ usage }) => usage?.crashFree,
  },
  {
    name: 'Newest',
    cell: ({ latestVersion }) => latestVersion,
    text: ({ latestVersion }) => latestVersion,
    wideOnly: true,
  },
  {
    name: 'Publisher',
    cell: ({ publisher }) => publisher?.name ?? '—',
    text: ({ publisher }) => publisher?.name,
    wideOnly: true,
  },
  {
    name: 'Runs in',
    cell: ({ isolation }) => (isolation === 'realm' ? 'the host’s page' : 'a frame'),
    text: ({ isolation }) => isolation,
    wideOnly: true,
  },
  {
    name: 'Versions',
    cell: ({ versions }) => versions,
    text: ({ versions }) => versions,
    number: true,
    wideOnly: true,
  },
  {
    name: 'Changed',
    sort: '-updatedAt',
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
    text: ({ updatedAt }) => updatedAt,
    wideOnly: true,
  },
];

/** Every mini-app that somebody may see. */
export default function MiniAppsScreen() {
  const { client } = useServices();
  const [{ q }] = useSearch();
  const sorting = useSort(['appId', 'name', 'updatedAt'], 'appId');
  const sort = sorting.sort.word;
  const list = useList(['mini-apps', q, sort], (page, signal) =>
    client.listMiniPrograms({ ...page, q: q || undefined, sort }, { signal }),
  );
  return (
    <>
      <PageHeader title="Mini-apps" />
      <Filters>
        <TextFilter name="q" label="Find a mini-app" placeholder="Part of its name or id" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="mini-app"
        columns={COLUMNS}
        keyOf={({ appId }) => appId}
        empty={
          q ? (
            <Empty title="No mini-app has that in its name or id" />
          ) : (
            <Empty title="No mini-app is published yet">
              Publish one from its folder with <code>miniapp publish</code>.
            </Empty>
          )
        }
      />
    </>
  );
}
