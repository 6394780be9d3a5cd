import { type MiniProgram, type RegistrationRecord, versionShares } from '@host/contracts';

import { hrefOf } from '../../navigation/routes.ts';
import { stateAmong } from '../../releases/states.ts';
import { formatBytes } from '../../text/formatNumber.ts';
import { Badge } from '../Badge.tsx';
import { Link } from '../Link.tsx';
import { Loaded } from '../Loaded.tsx';
import { Panel } from '../Panel.tsx';
import { SavableTable } from '../SavableTable.tsx';
import { StateBadge } from '../StateBadge.tsx';
import type { Column } from '../Table.tsx';
import { Time } from '../Time.tsx';
import layout from '../layout.module.css';
import { AdoptionPanel } from './AdoptionPanel.tsx';
import { ShareBar } from './ShareBar.tsx';
import { ScheduleBadge } from './ScheduleBadge.tsx';
import { VersionActions } from './VersionActions.tsx';
import { releasedOf, useVersions } from './useVersions.ts';

/** Who gets which version, and all versions with what can be done with them. */
export function VersionsTab({ app }: { app: MiniProgram }) {
  const query = useVersions(app.appId);
  return (
    <Loaded query={query} what="the versions">
      {(versions) => (
        <>
          <Panel title="Who gets what">
            <ShareBar shares={versionShares(releasedOf(versions))} />
          </Panel>
          <AdoptionPanel appId={app.appId} />
          <Panel title="Versions" flush>
            <SavableTable
              label="Versions, the newest first"
              file={`versions-of-${app.appId}`}
              columns={columnsFor(versions)}
              rows={versions}
              keyOf={({ version }) => version}
            />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function columnsFor(versions: readonly RegistrationRecord[]): Column<RegistrationRecord>[] {
  const shares = versionShares(releasedOf(versions));
  return [
    {
      name: 'Version',
      cell: ({ appId, version, name }) => (
        <div className={layout.name}>
          <Link href={hrefOf('version', { appId, version })}>{version}</Link>
          <span className={layout.id}>{name}</span>
        </div>
      ),
      text: ({ version }) => version,
    },
    {
      name: 'State',
      cell: (record) => (
        <div className={layout.badges}>
          <StateBadge of={stateAmong(record, shares)} />
          {record.release.cohorts.length > 0 && record.status === 'released' && (
            <Badge tone="info">{record.release.cohorts.join(', ')}</Badge>
          )}
          {record.scheduled && <ScheduleBadge of={record.scheduled} />}
        </div>
      ),
      text: (record) => stateAmong(record, shares).words,
    },
    {
      name: 'Cohorts',
      fileOnly: true,
      cell: () => '',
      text: ({ release }) => release.cohorts.join(' '),
    },
    {
      name: 'Sizes',
      wideOnly: true,
      cell: ({ platforms }) =>
        Object.entries(platforms)
          .map(([platform, { size }]) => `${platform} ${formatBytes(size)}`)
          .join(', ') || '—',
      text: ({ platforms }) =>
        Object.entries(platforms)
          .map(([platform, { size }]) => `${platform} ${size}`)
          .join(' '),
    },
    {
      name: 'Runs in',
      wideOnly: true,
      cell: ({ isolation }) => (isolation === 'realm' ? 'the host’s page' : 'a frame'),
      text: ({ isolation }) => isolation,
    },
    {
      name: 'Registered',
      wideOnly: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      name: 'Actions',
      cell: (record) => <VersionActions record={record} versions={versions} />,
    },
  ];
}
