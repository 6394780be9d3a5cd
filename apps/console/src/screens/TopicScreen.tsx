import type { TopicDetails } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';

import { DayChart } from '../charts/DayChart.tsx';
import { dayBefore, daysBetween } from '../charts/daysBetween.ts';
import { Empty } from '../components/Empty.tsx';
import { Figure, Figures } from '../components/Figures.tsx';
import { Link } from '../components/Link.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { MESSAGE_COLUMNS } from '../components/push/messageColumns.tsx';
import { hrefOf } from '../navigation/routes.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useMay } from '../session/SessionContext.ts';
import { formatCount } from '../text/formatNumber.ts';
import { formatDeviceCount } from '../text/formatDeviceCount.ts';

const DAYS = 30;

/** One topic: who has it, how it grows, what was sent to it. */
export default function TopicScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { topic = '' } = params;
  const maySend = useMay('push');
  const query = useQuery({
    queryKey: ['topic', topic],
    queryFn: ({ signal }) => client.getTopic(topic, { signal }),
  });
  const list = useList(['messages', { topic }], (page, signal) =>
    client.findMessages({ ...page, topic }, { signal }),
  );
  return (
    <>
      <PageHeader
        title={topic}
        above={<Link href={hrefOf('topics', {})}>Topics</Link>}
        actions={
          <>
            <Link href={hrefOf('devices', {}, { by: 'topic', q: topic })}>Its devices</Link>
            {maySend && (
              <Link href={hrefOf('compose', {}, { audience: 'topic', to: topic })}>
                Compose a push to it
              </Link>
            )}
          </>
        }
      />
      <Panel title="Subscribers">
        <Loaded query={query} what="the topic">
          {(details) => <Growth details={details} />}
        </Loaded>
      </Panel>
      <ListPanel
        list={list}
        title="Last messages"
        noun="message"
        columns={MESSAGE_COLUMNS}
        keyOf={({ id }) => id}
        empty={<Empty title="Nothing was sent to it within 30 days" />}
      />
    </>
  );
}

function Growth({ details: { subscribers, joined } }: { details: TopicDetails }) {
  const today = new Date().toISOString().slice(0, 10);
  const days = daysBetween(dayBefore(today, DAYS - 1), today);
  const byDay = new Map(joined.map(({ day, devices }) => [day, devices]));
  const values = days.map((day) => byDay.get(day) ?? 0);
  const came = values.reduce((sum, value) => sum + value, 0);
  return (
    <>
      <Figures>
        <Figure value={formatDeviceCount(subscribers)} words="devices have it" />
        <Figure value={formatCount(came)} words={`of them came within ${DAYS} days`} />
      </Figures>
      <DayChart
        title="Came by day, and still have it"
        days={days}
        series={[{ name: 'devices', values }]}
        seriesAddUp
        daysAddUp
      />
    </>
  );
}
