import { ApiClientError } from '@host/api-client';
import type { RegistrationRecord, ReviewDetails } from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { hrefOf } from '../../navigation/routes.ts';
import { useAction } from '../../queries/useAction.ts';
import { stateOfReview } from '../../reviews/stateOfReview.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { useMay } from '../../session/SessionContext.ts';
import { Button } from '../Button.tsx';
import { FormDialog } from '../FormDialog.tsx';
import { Facts } from '../Facts.tsx';
import { Field } from '../Field.tsx';
import { Link } from '../Link.tsx';
import { Loaded } from '../Loaded.tsx';
import { Panel } from '../Panel.tsx';
import { StateBadge } from '../StateBadge.tsx';
import { Time } from '../Time.tsx';
import layout from '../layout.module.css';
import styles from './review.module.css';

/** How far the review of a version has come, and a way to submit it. */
export function VersionReviewPanel({ record }: { record: RegistrationRecord }) {
  const { client } = useServices();
  const { appId, version } = record;
  const query = useQuery({
    queryKey: ['review', appId, version],
    queryFn: ({ signal }) =>
      client.getReview(appId, version, { signal }).catch((error: unknown) => {
        if (error instanceof ApiClientError && error.code === 'review-not-found') return null;
        throw error;
      }),
  });
  return (
    <Panel title="Review">
      <Loaded query={query} what="the review">
        {(review) => <ReviewSummary record={record} review={review} />}
      </Loaded>
    </Panel>
  );
}

function ReviewSummary({
  record,
  review,
}: {
  record: RegistrationRecord;
  review: ReviewDetails | null;
}) {
  const maySubmit = useMay('publish');
  const [isOpen, setOpen] = useState(false);
  const { appId, version, status, verified } = record;
  const canSubmit = verified && status !== 'withdrawn' && review?.state !== 'approved';
  return (
    <>
      {review === null ? (
        <p>It was not submitted for review.</p>
      ) : (
        <Facts
          of={[
            [
              'State',
              <Link key="state" href={hrefOf('review', { appId, version })}>
                <StateBadge of={stateOfReview(review.state)} />
              </Link>,
            ],
            ['Submitted', <Time key="at" at={review.submittedAt} />],
            [
              'Reasons',
              review.decision?.reasons !== undefined && (
                <span className={styles.text}>{review.decision.reasons}</span>
              ),
            ],
          ]}
        />
      )}
      {maySubmit && canSubmit && (
        <div className={layout.badges}>
          <Button onClick={() => setOpen(true)}>
            {review === null ? 'Submit for review…' : 'Submit anew…'}
          </Button>
        </div>
      )}
      {isOpen && <SubmitDialog record={record} onClose={() => setOpen(false)} />}
    </>
  );
}

function SubmitDialog({ record, onClose }: { record: RegistrationRecord; onClose: () => void }) {
  const { client } = useServices();
  const { appId, version } = record;
  const [notes, setNotes] = useState('');
  const action = useAction({
    run: (text: string) => client.submitVersion(appId, version, text === '' ? {} : { notes: text }),
    said: () => `${version} is submitted for review.`,
    onDone: onClose,
    fields: ['notes'],
  });
  return (
    <FormDialog
      title={`Submit ${version} for review`}
      verb="Submit"
      action={action}
      onSubmit={() => action.run(notes.trim())}
      onClose={onClose}
    >
      <Field
        label="Notes for the reviewer"
        hint="What is new, and how to try it."
        problem={action.problem?.fields['notes']}
      >
        {(control) => (
          <textarea
            {...control}
            rows={5}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
