import type { ReportedFailure, VersionReports } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { DayChart } from '../../charts/DayChart.tsx';
import { dayBefore, daysBetween } from '../../charts/daysBetween.ts';
import { REPORT_WORDS } from '../../releases/reportWords.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { countOf, formatCount, formatPercent } from '../../text/formatNumber.ts';
import { Badge } from '../Badge.tsx';
import { Empty } from '../Empty.tsx';
import { Figure, Figures } from '../Figures.tsx';
import { Loaded } from '../Loaded.tsx';
import { Panel } from '../Panel.tsx';
import { Time } from '../Time.tsx';
import layout from '../layout.module.css';
import styles from './ReportsPanel.module.css';

/** A chart of fewer days says little. */
const MIN_DAYS = 14;

/** How a version runs: starts, failures, what people told. */
export function ReportsPanel({ appId, version }: { appId: string; version: string }) {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['reports', appId, version],
    queryFn: ({ signal }) => client.readReports(appId, version, { signal }),
  });
  return (
    <Panel title="How it runs">
      <Loaded query={query} what="the reports">
        {(reports) =>
          reports.days.length === 0 ? (
            <Empty title="No host has reported anything of this version">
              Hosts say when it was opened, when it failed, and what people tell of it.
            </Empty>
          ) : (
            <Reports reports={reports} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Reports({ reports }: { reports: VersionReports }) {
  const { starts, failures } = reports;
  const sorted = reports.days.toSorted((one, other) => one.day.localeCompare(other.day));
  const last = sorted.at(-1)!.day;
  const first = [sorted[0]!.day, dayBefore(last, MIN_DAYS - 1)].toSorted((one, other) =>
    one.localeCompare(other),
  )[0]!;
  const days = daysBetween(first, last);
  const byDay = new Map(sorted.map((day) => [day.day, day]));
  const sum = (of: (day: VersionReports['days'][number]) => number) =>
    sorted.reduce((all, day) => all + of(day), 0);
  const opened = sum((day) => day.loaded);
  const failed = sum((day) => day.loadFailed + day.crashedOnStart + day.hung);
  const valuesOf = (of: (day: VersionReports['days'][number]) => number) =>
    days.map((day) => {
      const found = byDay.get(day);
      return found ? of(found) : 0;
    });
  return (
    <>
      <Figures>
        <Figure words="opened" value={formatCount(opened)} />
        <Figure
          words="did not start"
          value={`${formatCount(failed)}${opened + failed > 0 ? ` · ${formatPercent((failed / (opened + failed)) * 100)}` : ''}`}
        />
        <Figure words="crashed later" value={formatCount(sum((day) => day.crashed))} />
        <Figure words="complaints" value={formatCount(sum((day) => day.complaints))} />
        <Figure
          words="installs that failed, in the count of now"
          value={`${formatCount(starts.failedInstalls)} of ${formatCount(starts.installs)}`}
        />
      </Figures>
      <p className={layout.muted}>
        The count of now decides whether the version is paused. It begins anew each day, once enough
        installs have reported.
      </p>
      <DayChart
        title="Starts and failures by day"
        days={days}
        // What crashed was opened before, and somebody may complain of the same opening.
        seriesAddUp={false}
        daysAddUp
        series={[
          { name: 'opened', values: valuesOf((day) => day.loaded) },
          { name: 'crashed', values: valuesOf((day) => day.crashed) },
          {
            name: 'did not start',
            values: valuesOf((day) => day.loadFailed + day.crashedOnStart + day.hung),
          },
          { name: 'complaints', values: valuesOf((day) => day.complaints) },
        ]}
      />
      {failures.length > 0 && (
        <>
          <h3>What failed</h3>
          <ul className={styles.failures}>
            {failures.map((failure) => (
              <li key={`${failure.kind} ${failure.message} ${failure.firstAt}`}>
                <Failure failure={failure} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Failure({ failure }: { failure: ReportedFailure }) {
  const { kind, message, stack, count, platform, hostVersion, firstAt, lastAt } = failure;
  return (
    <details className={styles.failure}>
      <summary>
        <Badge tone={kind === 'complaint' ? 'info' : 'bad'}>{REPORT_WORDS[kind]}</Badge>
        <span className={styles.message}>{message || 'without a message'}</span>
        <span className={layout.muted}>{countOf(count, 'time')}</span>
      </summary>
      <p className={layout.muted}>
        First <Time at={firstAt} />, last <Time at={lastAt} /> on {platform}, host {hostVersion}.
      </p>
      {stack !== undefined && <pre className={layout.pre}>{stack}</pre>}
    </details>
  );
}
