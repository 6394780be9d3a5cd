import { PERMISSIONS_THAT_ASK, type RegistrationRecord } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { Badge } from '../components/Badge.tsx';
import { Facts } from '../components/Facts.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { ReportsPanel } from '../components/mini-app/ReportsPanel.tsx';
import { VersionActions } from '../components/mini-app/VersionActions.tsx';
import { VersionReviewPanel } from '../components/review/VersionReviewPanel.tsx';
import { useVersions } from '../components/mini-app/useVersions.ts';
import { hrefOf } from '../navigation/routes.ts';
import { stateOfVersion } from '../releases/states.ts';
import { useServices } from '../services/ServicesContext.ts';
import { formatBytes, formatPercent } from '../text/formatNumber.ts';

/** One version: what it is, who gets it, and how it runs. */
export default function VersionScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { appId = '', version = '' } = params;
  const query = useQuery({
    queryKey: ['version', appId, version],
    queryFn: ({ signal }) => client.getVersion(appId, version, { signal }),
  });
  const versions = useVersions(appId);
  return (
    <Loaded query={query} what="the version">
      {(record) => (
        <>
          <PageHeader
            title={`${record.name} ${version}`}
            above={
              <>
                <Link href={hrefOf('miniApps', {})}>Mini-apps</Link> /{' '}
                <Link href={hrefOf('miniApp', { appId })}>{appId}</Link>
              </>
            }
            badge={<StateBadge of={stateOfVersion(record)} />}
            subtitle={record.description}
            actions={<VersionActions record={record} versions={versions.data ?? []} all />}
          />
          {record.pausedBecause !== undefined && (
            <Notice
              tone="bad"
              title="The server paused this version by itself"
              action={<Link href={hrefOf('crashes', {}, { appId, version })}>Its crashes</Link>}
            >
              {record.pausedBecause}
            </Notice>
          )}
          {record.statusReason !== undefined && record.statusReason !== record.pausedBecause && (
            <Notice tone="neutral" title="Reason">
              {record.statusReason}
            </Notice>
          )}
          {record.scheduled && (
            <Notice
              tone={record.scheduled.failed === undefined ? 'info' : 'bad'}
              title={
                record.scheduled.failed === undefined
                  ? 'A release is scheduled'
                  : 'It was not released at its time'
              }
            >
              {record.scheduled.failed ??
                `To ${formatPercent(record.scheduled.percentage)} of all installs, by ${record.scheduled.by}.`}{' '}
              <Time at={record.scheduled.at} exact />
            </Notice>
          )}
          {!record.verified && (
            <Notice tone="warn" title="Nobody has verified its files">
              {record.unverifiedReason}
            </Notice>
          )}
          <div className={layout.columns}>
            <AboutPanel record={record} />
            <TrustPanel record={record} />
          </div>
          <VersionReviewPanel record={record} />
          <ReportsPanel appId={appId} version={version} />
        </>
      )}
    </Loaded>
  );
}

function AboutPanel({ record }: { record: RegistrationRecord }) {
  const { release, status, permissions, platforms } = record;
  return (
    <Panel title="About">
      <Facts
        of={[
          [
            'Share',
            status === 'registered'
              ? 'not released'
              : `${release.percentage} % of installs${release.cohorts.length > 0 ? `, and ${release.cohorts.join(', ')}` : ''}${status === 'released' ? '' : ', once it is released again: nobody gets it now'}`,
          ],
          [
            'Permissions',
            permissions.length === 0 ? (
              'none'
            ) : (
              <span className={layout.badges}>
                {permissions.map((permission) => (
                  <Badge
                    key={permission}
                    tone={PERMISSIONS_THAT_ASK.includes(permission) ? 'warn' : 'neutral'}
                  >
                    {permission}
                  </Badge>
                ))}
              </span>
            ),
          ],
          [
            'Sizes',
            Object.entries(platforms)
              .map(([platform, { size }]) => `${platform} ${formatBytes(size)}`)
              .join(', ') || 'unknown',
          ],
          ['Hosts', `${record.minHostVersion} or later`],
          ['Registered', <Time key="at" at={record.createdAt} />],
          ['Changed', <Time key="changed" at={record.updatedAt} />],
        ]}
      />
    </Panel>
  );
}

function TrustPanel({ record }: { record: RegistrationRecord }) {
  const { trust, isolation, signed, verified, shared } = record;
  return (
    <Panel title="Trust">
      <Facts
        of={[
          ['Runs in', isolation === 'realm' ? 'the host’s own page' : 'a frame without an origin'],
          ['Trust', trust.through ? `${trust.state}, through its ${trust.through}` : trust.state],
          ['Because', trust.reason],
          ['Signed', signed ? 'by a key of its publisher' : 'no'],
          ['Verified', verified ? 'its files are what was registered' : 'no'],
          [
            'Takes from hosts',
            Object.entries(shared)
              .map(([name, range]) => `${name} ${range}`)
              .join(', '),
          ],
        ]}
      />
    </Panel>
  );
}
