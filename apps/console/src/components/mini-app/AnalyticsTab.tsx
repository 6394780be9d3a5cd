import type { AnalyticsCounts, MiniProgram } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { DayChart } from '../../charts/DayChart.tsx';
import { dayBefore, daysBetween } from '../../charts/daysBetween.ts';
import { topSeries } from '../../charts/topSeries.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { formatCount } from '../../text/formatNumber.ts';
import { Empty } from '../Empty.tsx';
import { ChoiceFilter, Filters } from '../Filters.tsx';
import { Loaded } from '../Loaded.tsx';
import { Panel } from '../Panel.tsx';
import { SavableTable } from '../SavableTable.tsx';
import { useSearch } from '../useSearch.ts';

const USUAL_DAYS = 30;

/** Which screens are seen and what is tracked, by day. */
export function AnalyticsTab({ app: { appId } }: { app: MiniProgram }) {
  const { client } = useServices();
  const [search] = useSearch();
  const days = Number(search['days']) || USUAL_DAYS;
  const to = new Date().toISOString().slice(0, 10);
  const from = dayBefore(to, days - 1);
  const screens = useQuery({
    queryKey: ['analytics', appId, 'screens', from, to],
    queryFn: ({ signal }) => client.countScreens(appId, { from, to }, { signal }),
  });
  const events = useQuery({
    queryKey: ['analytics', appId, 'events', from, to],
    queryFn: ({ signal }) => client.countEvents(appId, { from, to }, { signal }),
  });
  return (
    <>
      <Filters>
        <ChoiceFilter
          name="days"
          label="Days"
          isOneOf
          choices={[
            ['30', 'Last 30 days'],
            ['7', 'Last 7 days'],
            ['90', 'Last 90 days'],
          ]}
        />
      </Filters>
      <Panel title="Screens">
        <Loaded query={screens} what="the screens">
          {(counts) => <Counts title="Screens seen" counts={counts} noun="screen" />}
        </Loaded>
      </Panel>
      <Panel title="Events">
        <Loaded query={events} what="the events">
          {(counts) => <Counts title="Events tracked" counts={counts} noun="event" />}
        </Loaded>
      </Panel>
    </>
  );
}

function Counts({ title, counts, noun }: { title: string; counts: AnalyticsCounts; noun: string }) {
  const { from, to, items } = counts;
  if (items.length === 0) {
    return (
      <Empty title={`No ${noun} was counted in these days`}>
        A mini-app with the permission “analytics” counts them with <code>analytics.track</code>.
      </Empty>
    );
  }
  const days = daysBetween(from, to);
  const { series, totals } = topSeries(items, days);
  return (
    <>
      <DayChart title={title} days={days} series={series} seriesAddUp daysAddUp />
      <SavableTable
        label={`${title} in all`}
        file={`${noun}s-${from}-to-${to}`}
        columns={[
          { name: 'Name', cell: ([name]) => name, text: ([name]) => name },
          {
            name: 'Count',
            number: true,
            cell: ([, count]) => formatCount(count),
            text: ([, count]) => count,
          },
        ]}
        rows={totals}
        keyOf={([name]) => name}
      />
    </>
  );
}
