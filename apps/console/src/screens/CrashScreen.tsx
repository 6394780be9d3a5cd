import type { CrashDetails, CrashOfVersion } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { Badge } from '../components/Badge.tsx';
import { Empty } from '../components/Empty.tsx';
import { Figure, Figures } from '../components/Figures.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { SavableTable } from '../components/SavableTable.tsx';
import { Time } from '../components/Time.tsx';
import { StackPanel } from '../components/crash/StackPanel.tsx';
import layout from '../components/layout.module.css';
import { useSearch } from '../components/useSearch.ts';
import { hrefOf } from '../navigation/routes.ts';
import { REPORT_WORDS } from '../releases/reportWords.ts';
import { useServices } from '../services/ServicesContext.ts';
import { formatCount, nounOf } from '../text/formatNumber.ts';
import { installsOf } from '../text/installsOf.ts';

/** One crash: where it is in the source, whom it hit, and which versions have it. */
export default function CrashScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { appId = '', place = '' } = params;
  const [{ version }] = useSearch();
  const query = useQuery({
    queryKey: ['crash', appId, place, version],
    queryFn: ({ signal }) => client.getCrash(appId, place, { version }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Loaded query={query} what="the crash">
      {(crash) => (
        <>
          <PageHeader
            title={crash.message || 'A crash without a message'}
            above={
              <>
                <Link href={hrefOf('crashes', {})}>Crashes</Link> /{' '}
                <Link href={hrefOf('miniApp', { appId })}>{appId}</Link>
              </>
            }
            badge={<Badge tone="bad">{REPORT_WORDS[crash.kind]}</Badge>}
          />
          <PausedNotices crash={crash} />
          <Panel title="Whom it hit">
            <Figures>
              <Figure value={formatCount(crash.count)} words={nounOf(crash.count, 'time')} />
              <Figure
                value={installsOf(crash.installs)}
                words={nounOf(crash.installs.count, 'install')}
              />
              <Figure
                value={formatCount(crash.versions.length)}
                words={nounOf(crash.versions.length, 'version')}
              />
            </Figures>
            <p className={layout.muted}>
              First <Time at={crash.firstAt} />
              {crash.firstVersion !== undefined && ` in version ${crash.firstVersion}`}, last{' '}
              <Time at={crash.lastAt} /> in version {crash.lastVersion}.
            </p>
          </Panel>
          <StackPanel crash={crash} />
          <VersionsPanel crash={crash} />
        </>
      )}
    </Loaded>
  );
}

function PausedNotices({ crash: { appId, versions } }: { crash: CrashDetails }) {
  return versions
    .filter(({ pausedBecause }) => pausedBecause !== undefined)
    .map(({ version, pausedBecause }) => (
      <Notice
        key={version}
        tone="bad"
        title={`Version ${version} paused by itself`}
        action={<Link href={hrefOf('version', { appId, version })}>Open {version}</Link>}
      >
        {pausedBecause}
      </Notice>
    ));
}

function VersionsPanel({ crash: { appId, place, versions } }: { crash: CrashDetails }) {
  return (
    <Panel title="Versions" flush>
      {versions.length === 0 ? (
        <Empty title="Only the latest failures of each version are kept" />
      ) : (
        <SavableTable<CrashOfVersion>
          file={`crash-${place}`}
          label="Versions"
          rows={versions}
          keyOf={({ version }) => version}
          columns={[
            {
              name: 'Version',
              cell: ({ version }) => (
                <Link href={hrefOf('version', { appId, version })}>{version}</Link>
              ),
              text: ({ version }) => version,
            },
            { name: 'State', cell: ({ status }) => status, text: ({ status }) => status },
            {
              name: 'Times',
              number: true,
              cell: ({ count }) => formatCount(count),
              text: ({ count }) => count,
            },
            {
              name: 'Platforms',
              cell: ({ platforms }) => talliesOf(platforms),
              text: ({ platforms }) => talliesOf(platforms),
            },
            {
              name: 'Hosts',
              cell: ({ hostVersions }) => talliesOf(hostVersions),
              text: ({ hostVersions }) => talliesOf(hostVersions),
            },
            {
              name: 'Last',
              cell: ({ lastAt }) => <Time at={lastAt} />,
              text: ({ lastAt }) => lastAt,
            },
          ]}
        />
      )}
    </Panel>
  );
}

function talliesOf(tallies: readonly { name: string; count: number }[]): string {
  return tallies.map(({ name, count }) => `${name} ${formatCount(count)}`).join(', ');
}
