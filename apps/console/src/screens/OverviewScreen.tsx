import type { Attention, Overview } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { DayChart } from '../charts/DayChart.tsx';
import { dayBefore, daysBetween } from '../charts/daysBetween.ts';
import { Badge } from '../components/Badge.tsx';
import { Empty } from '../components/Empty.tsx';
import { Figure, Figures } from '../components/Figures.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { NameCell } from '../components/NameCell.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { Table } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import { hrefOf } from '../navigation/routes.ts';
import { useServices } from '../services/ServicesContext.ts';
import { countOf, formatCount, formatPercent, nounOf } from '../text/formatNumber.ts';
import styles from './OverviewScreen.module.css';

const DAYS = 30;

/** What needs attention first, then what is going on. */
export default function OverviewScreen() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => client.readOverview({ signal }),
    // That versions ran well is told by no event.
    refetchInterval: 30_000,
  });
  return (
    <>
      <PageHeader title="Overview" />
      <Loaded query={query} what="the overview">
        {(overview) => (
          <>
            <AttentionPanel overview={overview} />
            <Sends overview={overview} />
            <ScheduledPanel overview={overview} />
            <ReleasedPanel overview={overview} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** What the lists are of which more is there than is shown. */
const MORE_OF: Readonly<Record<string, string>> = {
  paused: 'versions that paused by themselves',
  failing: 'released versions that fail often today',
  suspended: 'mini-apps that are suspended',
  submitted: 'versions that wait for review',
  'upstream-failing': 'back ends that do not answer',
  'schedule-failed': 'releases that did not happen',
  'token-expires': 'tokens that end soon',
  'server-key-expires': 'server keys that end soon',
  scheduled: 'releases that are to come',
  released: 'releases that changed this week',
};

function AttentionPanel({ overview }: { overview: Overview }) {
  const { attention, more } = overview;
  const ofOthers = new Set(['scheduled', 'released']);
  return (
    <Panel title="Needs attention">
      {attention.length === 0 ? (
        <Empty title="Nothing needs you">
          No version paused by itself, missed its release or waits for review, none of the released
          ones fails often today, no mini-app is suspended, every back end and push service answers,
          no token, server key or certificate ends soon.
        </Empty>
      ) : (
        <ul className={styles.attention}>
          {attention.map((item) => (
            <li key={JSON.stringify(item)}>{sentenceOf(item)}</li>
          ))}
        </ul>
      )}
      <More more={more.filter(({ kind }) => !ofOthers.has(kind))} />
    </Panel>
  );
}

/** Says how many are not shown, so that nobody takes what is shown for all of it. */
function More({ more }: { more: Overview['more'] }) {
  if (more.length === 0) return null;
  return (
    <ul className={styles.more} aria-label="Not shown">
      {more.map(({ kind, count, isExact }) => (
        <li key={kind}>
          {isExact ? '' : 'More than '}
          {formatCount(count)} more {MORE_OF[kind] ?? kind}
        </li>
      ))}
    </ul>
  );
}

function sentenceOf(item: Attention): ReactNode {
  switch (item.kind) {
    case 'paused':
      return (
        <>
          <Badge tone="bad">Paused by itself</Badge>
          <span className={styles.words}>
            <VersionLink appId={item.appId} version={item.version} /> {item.because}
          </span>
          <Time at={item.at} />
        </>
      );
    case 'failing':
      return (
        <>
          <Badge tone="warn">Failing</Badge>
          <span className={styles.words}>
            <VersionLink appId={item.appId} version={item.version} />{' '}
            {[
              item.failedStarts > 0 && `did not start ${countOf(item.failedStarts, 'time')}`,
              item.crashed > 0 && `crashed ${countOf(item.crashed, 'time')}`,
            ]
              .filter(Boolean)
              .join(' and ')}{' '}
            today; it was opened {countOf(item.loaded, 'time')}.
          </span>
        </>
      );
    case 'suspended':
      return (
        <>
          <Badge tone="bad">Suspended</Badge>
          <span className={styles.words}>
            Nobody can open{' '}
            <Link href={hrefOf('miniApp', { appId: item.appId })}>{item.appId}</Link>
            {item.reason === undefined ? '.' : `: ${item.reason}`}
          </span>
        </>
      );
    case 'schedule-failed':
      return (
        <>
          <Badge tone="bad">Not released</Badge>
          <span className={styles.words}>
            <VersionLink appId={item.appId} version={item.version} /> was to be released, and was
            not: {item.because}
          </span>
          <Time at={item.at} />
        </>
      );
    case 'submitted':
      return (
        <>
          <Badge tone="info">Waits for review</Badge>
          <span className={styles.words}>
            <Link href={hrefOf('review', { appId: item.appId, version: item.version })}>
              {item.appId} {item.version}
            </Link>{' '}
            was submitted.
          </span>
          <Time at={item.at} />
        </>
      );
    case 'upstream-failing':
      return (
        <>
          <Badge tone="bad">Back end fails</Badge>
          <span className={styles.words}>
            The back end of{' '}
            <Link href={hrefOf('miniAppTab', { appId: item.appId, tab: 'settings' })}>
              {item.appId}
            </Link>{' '}
            does not answer: <code>{item.error}</code>
          </span>
          <Time at={item.at} />
        </>
      );
    case 'push-service-failing':
      return (
        <>
          <Badge tone="bad">Push service fails</Badge>
          <span className={styles.words}>
            Nothing is handed to <Link href={hrefOf('system', {})}>{item.name}</Link> for a while
            {item.nodes !== undefined &&
              item.nodes > 1 &&
              ` by ${formatCount(item.failingOn ?? 0)} of ${countOf(item.nodes, 'node')}`}
            {item.error !== undefined && (
              <>
                : <code>{item.error}</code>
              </>
            )}
          </span>
          {item.at !== undefined && <Time at={item.at} />}
        </>
      );
    case 'certificate-expires':
      return (
        <>
          <Badge tone="bad">Certificate ends</Badge>
          <span className={styles.words}>
            The certificate of <code>{item.host}</code> has to be renewed: hosts and devices refuse
            the address without it.
          </span>
          <Time at={item.expiresAt} ahead />
        </>
      );
    default:
      return (
        <>
          <Badge tone="warn">Ends soon</Badge>
          <span className={styles.words}>
            The{' '}
            {item.kind === 'token-expires' ? (
              <Link href={hrefOf('tokens', {}, { q: item.name })}>token {item.name}</Link>
            ) : (
              <Link href={hrefOf('serverKeys', {}, { q: item.name })}>server key {item.name}</Link>
            )}{' '}
            has to be replaced.
          </span>
          <Time at={item.expiresAt} ahead />
        </>
      );
  }
}

function VersionLink({ appId, version }: { appId: string; version: string }) {
  return (
    <Link href={hrefOf('version', { appId, version })}>
      {appId} {version}
    </Link>
  );
}

function Sends({ overview: { sends, connected } }: { overview: Overview }) {
  if (sends === undefined) return null;
  const today = new Date().toISOString().slice(0, 10);
  const days = daysBetween(dayBefore(today, DAYS - 1), today);
  const byDay = new Map(sends.map((day) => [day.day, day]));
  const valuesOf = (name: 'accepted' | 'delivered' | 'opened') =>
    days.map((day) => byDay.get(day)?.[name] ?? 0);
  const sum = (name: 'accepted' | 'delivered' | 'opened') =>
    valuesOf(name).reduce((all, each) => all + each, 0);
  return (
    <Panel title="Pushes">
      <Figures>
        {connected && (
          <Figure
            value={formatCount(connected.devices)}
            words={`${nounOf(connected.devices, 'device')} connected, to ${countOf(connected.nodes, 'node')}`}
          />
        )}
        <Figure value={formatCount(sum('accepted'))} words="messages in 30 days" />
        <Figure value={formatCount(sum('delivered'))} words="delivered to devices" />
        <Figure value={formatCount(sum('opened'))} words="opened" />
      </Figures>
      <DayChart
        title="Messages by day"
        days={days}
        series={[{ name: 'accepted', values: valuesOf('accepted') }]}
        seriesAddUp
        daysAddUp
      />
      <DayChart
        title="On devices by day"
        days={days}
        series={[
          { name: 'delivered', values: valuesOf('delivered') },
          { name: 'opened', values: valuesOf('opened') },
        ]}
        // What was opened was delivered.
        seriesAddUp={false}
        daysAddUp
      />
    </Panel>
  );
}

/** Nothing stands there while nothing is to come. */
function ScheduledPanel({ overview: { scheduled, more } }: { overview: Overview }) {
  if (scheduled.length === 0) return null;
  return (
    <Panel title="Releases that are to come" flush>
      <VersionTable label="Releases that are to come" rows={scheduled} ahead />
      <More more={more.filter(({ kind }) => kind === 'scheduled')} />
    </Panel>
  );
}

interface VersionTableProps {
  label: string;
  rows: Overview['released'];
  /** Whether they are to come. */
  ahead?: boolean;
}

function VersionTable({ label, rows, ahead = false }: VersionTableProps) {
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ appId, version }) => `${appId} ${version}`}
      columns={[
        {
          name: 'Version',
          cell: ({ appId, version }) => (
            <NameCell name={version} id={appId} href={hrefOf('version', { appId, version })} />
          ),
        },
        { name: 'Share', number: true, cell: ({ percentage }) => formatPercent(percentage) },
        { name: 'When', cell: ({ at }) => <Time at={at} ahead={ahead} /> },
      ]}
    />
  );
}

function ReleasedPanel({ overview: { released, more } }: { overview: Overview }) {
  return (
    <Panel title="Releases that changed this week" flush>
      {released.length === 0 ? (
        <Empty title="No release changed within seven days" />
      ) : (
        <VersionTable label="Releases that changed this week" rows={released} />
      )}
      <More more={more.filter(({ kind }) => kind === 'released')} />
    </Panel>
  );
}
