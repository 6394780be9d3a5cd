import type { AuditEntry, AuditQuery } from '@host/contracts';

import { ActorName } from '../components/ActorName.tsx';
import { Empty } from '../components/Empty.tsx';
import { DayFilter, Filters, TextFilter } from '../components/Filters.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { NameCell } from '../components/NameCell.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import type { Column } from '../components/Table.tsx';
import { ChangeCell } from '../components/ChangeCell.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { useSearch } from '../components/useSearch.ts';
import { useSort } from '../components/useSort.ts';
import { describeChange, lineOf } from '../audit/describeChange.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useList } from '../queries/useList.ts';
import { useServices } from '../services/ServicesContext.ts';
import { timesOfDays } from '../text/timesOfDays.ts';

const COLUMNS: readonly Column<AuditEntry>[] = [
  // On a phone the first column is what is seen without scrolling.
  {
    name: 'Did',
    cell: ({ action, target }) => <NameCell name={action} id={target} />,
    text: ({ action }) => action,
  },
  { name: 'To', fileOnly: true, cell: () => '', text: ({ target }) => target },
  { name: 'When', sort: '-at', cell: ({ at }) => <Time at={at} />, text: ({ at }) => at },
  {
    name: 'Who',
    cell: ({ actor, actorName }) => (
      <ActorName id={actor} name={actorName} href={hrefOf('audit', {}, { who: actor })} />
    ),
    text: ({ actor, actorName }) => actorName ?? actor,
  },
  { name: 'Id of who', fileOnly: true, cell: () => '', text: ({ actor }) => actor },
  {
    name: 'Changed',
    cell: ({ change }) => change && <ChangeCell change={change} />,
    text: ({ change }) => change && describeChange(change).map(lineOf).join('; '),
  },
  {
    name: 'Details',
    wideOnly: true,
    cell: ({ details }) =>
      Object.keys(details).length > 0 && (
        <details>
          <summary>{summaryOf(details)}</summary>
          <pre className={layout.pre}>{JSON.stringify(details, undefined, 2)}</pre>
        </details>
      ),
    text: ({ details }) => JSON.stringify(details),
  },
  { name: 'From', wideOnly: true, cell: ({ address }) => address, text: ({ address }) => address },
  { name: 'Request', fileOnly: true, cell: () => '', text: ({ requestId }) => requestId },
];

/** What was before and is after where that is kept, otherwise what there is. */
function summaryOf(details: AuditEntry['details']): string {
  const { from, to, ...rest } = details;
  const change = typeof from === 'string' && typeof to === 'string' ? [`${from} → ${to}`] : [];
  return [...change, ...Object.keys(change.length > 0 ? rest : details)].join(', ');
}

/** What was done, by whom. */
export default function AuditScreen() {
  const { client } = useServices();
  const [search] = useSearch();
  const filter: Omit<AuditQuery, 'cursor' | 'limit' | 'sort'> = {
    actor: search['who'] || undefined,
    action: search['what'] || undefined,
    target: search['target'] || undefined,
    ...timesOfDays(search['from'], search['until']),
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const sorting = useSort(['at'], '-at');
  const sort = sorting.sort.word;
  const list = useList(['audit', filter, sort], (page, signal) =>
    client.listAudit({ ...page, ...filter, sort }, { signal }),
  );
  return (
    <>
      <PageHeader
        title="Audit"
        subtitle="Everything that was done. Entries are never changed or removed."
      />
      <Filters>
        <TextFilter name="who" label="Who" placeholder="Who: root, or a name" />
        <TextFilter name="what" label="What" placeholder="What: version.release" />
        <TextFilter name="target" label="To what" placeholder="To what: com.acme.orders" />
        <DayFilter name="from" label="From" />
        <DayFilter name="until" label="Until" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="entry"
        plural="entries"
        file="audit"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty title={isFiltered ? 'No entry fits these filters' : 'Nothing was done yet'} />
        }
      />
    </>
  );
}
