import type { MiniProgram } from '@host/contracts';

import { Empty } from '../components/Empty.tsx';
import { Link } from '../components/Link.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { hrefOf } from '../navigation/routes.ts';
import { useList } from '../queries/useList.ts';
import { stateOfMiniApp } from '../releases/states.ts';
import { useServices } from '../services/ServicesContext.ts';
import { formatPercent } from '../text/formatNumber.ts';

const COLUMNS: readonly Column<MiniProgram>[] = [
  {
    name: 'Mini-app',
    cell: ({ appId, name }) => (
      <div className={layout.name}>
        <Link href={hrefOf('miniApp', { appId })}>{name}</Link>
        <span className={layout.id}>{appId}</span>
      </div>
    ),
  },
  { name: 'State', cell: (app) => <StateBadge of={stateOfMiniApp(app)} /> },
  {
    name: 'People get',
    cell: ({ released }) =>
      released.map(({ version, percentage }) => (
        <div key={version}>
          {version} {percentage < 100 && <span>· {formatPercent(percentage)}</span>}
        </div>
      )),
  },
  { name: 'Newest', cell: ({ latestVersion }) => latestVersion, wideOnly: true },
  { name: 'Publisher', cell: ({ publisher }) => publisher?.name ?? '—', wideOnly: true },
  {
    name: 'Runs in',
    cell: ({ isolation }) => (isolation === 'realm' ? 'the host’s page' : 'a frame'),
    wideOnly: true,
  },
  { name: 'Versions', cell: ({ versions }) => versions, number: true, wideOnly: true },
  { name: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} />, wideOnly: true },
];

/** Every mini-app that somebody may see. */
export default function MiniAppsScreen() {
  const { client } = useServices();
  const list = useList(['mini-apps'], (page, signal) => client.listMiniPrograms(page, { signal }));
  return (
    <>
      <PageHeader title="Mini-apps" />
      <ListPanel
        list={list}
        noun="mini-app"
        columns={COLUMNS}
        keyOf={({ appId }) => appId}
        empty={
          <Empty title="No mini-app is published yet">
            Publish one from its folder with <code>miniapp publish</code>.
          </Empty>
        }
      />
    </>
  );
}
