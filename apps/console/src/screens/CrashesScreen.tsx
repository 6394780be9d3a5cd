import type { Crash } from '@host/contracts';

import { Badge } from '../components/Badge.tsx';
import { Empty } from '../components/Empty.tsx';
import { Filters, TextFilter } from '../components/Filters.tsx';
import { Link } from '../components/Link.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { useSearch } from '../components/useSearch.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { REPORT_WORDS } from '../releases/reportWords.ts';
import { useServices } from '../services/ServicesContext.ts';
import { installsOf } from '../text/installsOf.ts';
import { formatCount } from '../text/formatNumber.ts';

const COLUMNS: readonly Column<Crash>[] = [
  {
    name: 'Crash',
    cell: ({ appId, place, message, at }) => (
      <div className={layout.name}>
        <Link href={hrefOf('crash', { appId, place })}>{message || 'without a message'}</Link>
        <span className={layout.id}>{at || 'without a stack'}</span>
      </div>
    ),
    text: ({ message }) => message,
  },
  { name: 'At', fileOnly: true, cell: () => '', text: ({ at }) => at },
  {
    name: 'Kind',
    wideOnly: true,
    cell: ({ kind }) => <Badge tone="bad">{REPORT_WORDS[kind]}</Badge>,
    text: ({ kind }) => kind,
  },
  {
    name: 'Mini-app',
    cell: ({ appId }) => <Link href={hrefOf('miniApp', { appId })}>{appId}</Link>,
    text: ({ appId }) => appId,
  },
  {
    name: 'In versions',
    cell: (crash) => versionsOf(crash),
    text: (crash) => versionsOf(crash),
  },
  {
    name: 'Times',
    number: true,
    sort: '-count',
    cell: ({ count }) => formatCount(count),
    text: ({ count }) => count,
  },
  {
    name: 'Installs',
    number: true,
    sort: '-installs',
    cell: ({ installs }) => installsOf(installs),
    text: ({ installs }) => installs.count,
  },
  {
    name: 'First',
    wideOnly: true,
    cell: ({ firstAt }) => <Time at={firstAt} />,
    text: ({ firstAt }) => firstAt,
  },
  {
    name: 'Last',
    sort: '-lastAt',
    cell: ({ lastAt }) => <Time at={lastAt} />,
    text: ({ lastAt }) => lastAt,
  },
];

/** The version that had it first and the one that had it last; what lies between is in the crash itself. */
function versionsOf({ firstVersion, lastVersion }: Crash): string {
  if (firstVersion === lastVersion) return lastVersion;
  if (firstVersion === undefined) return `before, and ${lastVersion}`;
  return `${firstVersion} … ${lastVersion}`;
}

/** Where mini-apps crash, the latest first. */
export default function CrashesScreen() {
  const { client } = useServices();
  const [search] = useSearch();
  const { appId, version, q } = search;
  const sorting = useSort(['lastAt', 'count', 'installs'], '-lastAt');
  const sort = sorting.sort.word;
  const list = useList(['crashes', appId, version, q, sort], (page, signal) =>
    client.listCrashes({ ...page, appId, version, q: q || undefined, sort }, { signal }),
  );
  return (
    <>
      <PageHeader
        title="Crashes"
        subtitle={
          appId === undefined ? (
            'By the place where they happened, over all versions.'
          ) : (
            <>
              Those of {appId} {version}. <Link href={hrefOf('crashes', {})}>Show all</Link>
            </>
          )
        }
      />
      <Filters>
        <TextFilter name="q" label="Find a crash" placeholder="Part of its message or mini-app" />
        <TextFilter name="appId" label="Mini-app" placeholder="All of its id: com.acme.orders" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="crash"
        plural="crashes"
        columns={COLUMNS}
        keyOf={({ appId: of, place }) => `${of} ${place}`}
        empty={
          q ? (
            <Empty title="No crash has that in its message or mini-app" />
          ) : (
            <Empty title="No crash of the last 90 days">
              Hosts report when a mini-app crashes or hangs.
            </Empty>
          )
        }
      />
    </>
  );
}
