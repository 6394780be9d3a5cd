import type { Review, ReviewPolicy } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '../components/Button.tsx';
import { Confirm } from '../components/Confirm.tsx';
import { Empty } from '../components/Empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../components/Filters.tsx';
import { Link } from '../components/Link.tsx';
import { ListPanel } from '../components/ListPanel.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import type { Column } from '../components/Table.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { useSearch } from '../components/useSearch.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useAction } from '../queries/useAction.ts';
import { useSort } from '../components/useSort.ts';
import { useList } from '../queries/useList.ts';
import { stateOfReview } from '../reviews/stateOfReview.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useMay } from '../session/SessionContext.ts';

const STATES = [
  ['submitted', 'Waits for review'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
] as const;

const COLUMNS: readonly Column<Review>[] = [
  {
    name: 'Version',
    cell: ({ appId, name, version }) => (
      <div className={layout.name}>
        <Link href={hrefOf('review', { appId, version })}>
          {name} {version}
        </Link>
        <span className={layout.id}>{appId}</span>
      </div>
    ),
    text: ({ appId, version }) => `${appId} ${version}`,
  },
  {
    name: 'State',
    cell: ({ state }) => <StateBadge of={stateOfReview(state)} />,
    text: ({ state }) => state,
  },
  {
    name: 'Notes',
    wideOnly: true,
    cell: ({ notes }) => notes?.split('\n')[0] ?? '',
    text: ({ notes }) => notes,
  },
  {
    name: 'Submitted',
    sort: '-submittedAt',
    cell: ({ submittedAt }) => <Time at={submittedAt} />,
    text: ({ submittedAt }) => submittedAt,
  },
];

/** What waits for a reviewer, who waits longest first; with other filters what was decided. */
export default function ReviewsScreen() {
  const { client } = useServices();
  const [search] = useSearch();
  const asked = STATES.map(([state]) => state).find((state) => state === search['state']);
  const wanted = search['appId'] || undefined;
  const q = search['q'] || undefined;
  const sorting = useSort(['submittedAt'], asked === 'submitted' ? 'submittedAt' : '-submittedAt');
  const sort = sorting.sort.word;
  const list = useList(['reviews', asked, wanted, q, sort], (page, signal) =>
    client.listReviews({ ...page, state: asked, appId: wanted, q, sort }, { signal }),
  );
  return (
    <>
      <PageHeader title="Review" actions={<PolicyButton />} />
      <Filters>
        <TextFilter name="q" label="Find a review" placeholder="Part of its mini-app or notes" />
        <ChoiceFilter name="state" label="State" choices={STATES} />
        <TextFilter name="appId" label="Mini-app" placeholder="All of its id: com.acme.orders" />
      </Filters>
      <ListPanel
        list={list}
        sorting={sorting}
        noun="review"
        columns={COLUMNS}
        keyOf={({ appId, version }) => `${appId} ${version}`}
        empty={
          q !== undefined ? (
            <Empty title="No review has that in its mini-app, notes or reasons" />
          ) : (
            <Empty
              title={
                asked === undefined && wanted === undefined
                  ? 'Nothing was submitted yet'
                  : 'There is none'
              }
            >
              Publishers submit versions with <code>miniapp submit</code>.
            </Empty>
          )
        }
      />
    </>
  );
}

/** Whether versions have to be approved, for everybody whose publisher is not treated otherwise. */
function PolicyButton() {
  const { client } = useServices();
  const mayChange = useMay('admin');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['review-policy'],
    queryFn: ({ signal }) => client.getReviewPolicy({ signal }),
  });
  if (!data) return null;
  const words = data.required ? 'Approval is required' : 'Approval is not required';
  if (!mayChange) return <span className={layout.muted}>{words}</span>;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words}…</Button>
      {isOpen && <PolicyDialog policy={data} onClose={() => setOpen(false)} />}
    </>
  );
}

function PolicyDialog({ policy, onClose }: { policy: ReviewPolicy; onClose: () => void }) {
  const { client } = useServices();
  // The question stays what it was: it is not to turn round under who answers it.
  const [{ required: isRequired }] = useState(policy);
  const action = useAction({
    run: () => client.setReviewPolicy({ required: !isRequired }),
    said: ({ required }) =>
      required ? 'Versions have to be approved from now on.' : 'Versions need no approval.',
    onDone: onClose,
  });
  return (
    <Confirm
      title={isRequired ? 'Release without an approval?' : 'Require an approval?'}
      verb={isRequired ? 'Do not require it' : 'Require it'}
      action={action}
      onClose={onClose}
    >
      {isRequired
        ? 'Whoever releases can give versions to people that no reviewer has seen.'
        : 'No more people get a version that is not approved. Those who have one keep it, and can be taken back to what they had.'}
    </Confirm>
  );
}
