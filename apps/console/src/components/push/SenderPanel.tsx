import { useQuery } from '@tanstack/react-query';

import { DayChart } from '../../charts/DayChart.tsx';
import { daysBetween } from '../../charts/daysBetween.ts';
import { topSeries } from '../../charts/topSeries.ts';
import { labelSenders } from '../../charts/labelSenders.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Empty } from '../Empty.tsx';
import { Loaded } from '../Loaded.tsx';
import { Panel } from '../Panel.tsx';

/** Who sends how much, day by day: one that runs away is seen. */
export function SenderPanel() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['messages', 'series'],
    queryFn: ({ signal }) => client.readSendSeries({}, { signal }),
  });
  return (
    <Panel title="By sender">
      <Loaded query={query} what="the senders">
        {({ since, days: counted }) => {
          if (counted.length === 0) return <Empty title="Nobody has sent anything in 30 days" />;
          const today = new Date().toISOString().slice(0, 10);
          const days = daysBetween(since.slice(0, 10), today);
          const counts = labelSenders(counted).map(({ label, day, accepted }) => ({
            name: label,
            day,
            count: accepted,
          }));
          return (
            <DayChart
              title="Messages by day and sender"
              days={days}
              series={topSeries(counts, days).series}
              seriesAddUp
              daysAddUp
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
