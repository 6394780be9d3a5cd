import { useQuery } from '@tanstack/react-query';

import { ActorName } from '../components/ActorName.tsx';
import { Facts } from '../components/Facts.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { Panel } from '../components/Panel.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import { Time } from '../components/Time.tsx';
import layout from '../components/layout.module.css';
import { ChangesPanel } from '../components/review/ChangesPanel.tsx';
import { CheckPanel } from '../components/review/CheckPanel.tsx';
import { DecisionPanel } from '../components/review/DecisionPanel.tsx';
import { PreviewPanel } from '../components/review/PreviewPanel.tsx';
import styles from '../components/review/review.module.css';
import { hrefOf } from '../navigation/routes.ts';
import { stateOfReview } from '../reviews/stateOfReview.ts';
import { useServices } from '../services/ServicesContext.ts';

/** One submitted version: what it changes, how it looks, and what was decided. */
export default function ReviewScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const { client } = useServices();
  const { appId = '', version = '' } = params;
  const query = useQuery({
    queryKey: ['review', appId, version],
    queryFn: ({ signal }) => client.getReview(appId, version, { signal }),
  });
  return (
    <Loaded query={query} what="the review">
      {(review) => (
        <>
          <PageHeader
            title={`${review.name} ${version}`}
            above={
              <>
                <Link href={hrefOf('reviews', {}, { state: 'submitted' })}>Review</Link> /{' '}
                <Link href={hrefOf('version', { appId, version })}>{appId}</Link>
              </>
            }
            badge={<StateBadge of={stateOfReview(review.state)} />}
          />
          <div className={layout.columns}>
            <Panel title="Submission">
              <Facts
                of={[
                  [
                    'Notes',
                    <span key="notes" className={styles.text}>
                      {review.notes ?? 'none'}
                    </span>,
                  ],
                  ['Publisher', review.publisher?.name ?? 'nobody'],
                  [
                    'By',
                    <ActorName key="by" id={review.submittedBy} name={review.submittedByName} />,
                  ],
                  ['When', <Time key="at" at={review.submittedAt} />],
                ]}
              />
            </Panel>
            <DecisionPanel review={review} />
          </div>
          <ChangesPanel review={review} />
          <div className={layout.columns}>
            <PreviewPanel appId={appId} version={version} />
            <CheckPanel check={review.check} />
          </div>
        </>
      )}
    </Loaded>
  );
}
