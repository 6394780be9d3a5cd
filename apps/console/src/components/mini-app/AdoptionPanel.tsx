import type { VersionSeries } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { DayChart } from '../../charts/DayChart.tsx';
import { daysBetween } from '../../charts/daysBetween.ts';
import { topSeries } from '../../charts/topSeries.ts';
import { changeWords } from '../../releases/changeWords.ts';
import { type VersionHealth, healthOf } from '../../releases/healthOf.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { formatCount, formatPercent } from '../../text/formatNumber.ts';
import { Empty } from '../Empty.tsx';
import { Loaded } from '../Loaded.tsx';
import { Panel } from '../Panel.tsx';
import { SavableTable } from '../SavableTable.tsx';
import type { Column } from '../Table.tsx';

/** How many installs run which version, day by day, and how each version runs against the one before. */
export function AdoptionPanel({ appId }: { appId: string }) {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['series', appId],
    queryFn: ({ signal }) => client.readVersionSeries(appId, {}, { signal }),
  });
  return (
    <Panel title="Adoption">
      <Loaded query={query} what="the adoption">
        {(series) =>
          series.days.length === 0 ? (
            <Empty title="No host has opened it in these days" />
          ) : (
            <Adoption series={series} />
          )
        }
      </Loaded>
    </Panel>
  );
}

const COLUMNS: readonly Column<VersionHealth>[] = [
  { name: 'Version', cell: ({ version }) => version, text: ({ version }) => version },
  {
    name: 'Installs, last day',
    number: true,
    cell: ({ installs }) => formatCount(installs),
    text: ({ installs }) => installs,
  },
  {
    name: 'Share, last day',
    number: true,
    cell: ({ share }) => formatPercent(share * 100),
    text: ({ share }) => share,
  },
  {
    name: 'Opened',
    number: true,
    wideOnly: true,
    cell: ({ loaded }) => formatCount(loaded),
    text: ({ loaded }) => loaded,
  },
  {
    name: 'Did not start',
    number: true,
    cell: ({ failureRate }) => (failureRate === undefined ? '—' : formatPercent(failureRate)),
    text: ({ failureRate }) => shareOf(failureRate),
  },
  {
    name: 'Crash-free',
    number: true,
    cell: ({ crashFree }) => (crashFree === undefined ? '—' : formatPercent(crashFree)),
    text: ({ crashFree }) => shareOf(crashFree),
  },
  {
    name: 'Against the one before',
    wideOnly: true,
    cell: ({ change }) => changeWords(change),
    text: ({ change }) => changeWords(change),
  },
];

/** From 0 to 1, as the other files have shares. */
function shareOf(percent: number | undefined): number | undefined {
  return percent === undefined ? undefined : percent / 100;
}

function Adoption({ series }: { series: VersionSeries }) {
  const today = new Date().toISOString().slice(0, 10);
  const days = daysBetween(series.since.slice(0, 10), today);
  const named = (countOf: (day: VersionSeries['days'][number]) => number) =>
    series.days.map((each) => ({ name: each.version, day: each.day, count: countOf(each) }));
  const shares = named(({ share }) => Math.round(share * 10_000) / 100);
  const counts = named(({ installs }) => installs);
  return (
    <>
      <DayChart
        title="Share of installs by version"
        days={days}
        series={topSeries(shares, days).series}
        seriesAddUp
        daysAddUp={false}
        format={formatPercent}
      />
      <DayChart
        title="Installs by version"
        days={days}
        series={topSeries(counts, days).series}
        seriesAddUp
        // Most installs of one day are those of the day before.
        daysAddUp={false}
      />
      <SavableTable
        file={`how-versions-of-${series.appId}-run`}
        label="How the versions run"
        rows={healthOf(series.days)}
        keyOf={({ version }) => version}
        columns={COLUMNS}
      />
    </>
  );
}
