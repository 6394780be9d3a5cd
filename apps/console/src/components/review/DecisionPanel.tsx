import type { ReviewDecisionRequest, ReviewDetails } from '@host/contracts';
import { useState } from 'react';

import { useAction } from '../../queries/useAction.ts';
import { stateOfReview } from '../../reviews/stateOfReview.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { useMay } from '../../session/SessionContext.ts';
import { useUnsentText } from '../../session/UnsentTexts.tsx';
import { Button } from '../Button.tsx';
import { Facts } from '../Facts.tsx';
import { Field } from '../Field.tsx';
import { Notice } from '../Notice.tsx';
import { Panel } from '../Panel.tsx';
import { StateBadge } from '../StateBadge.tsx';
import { Time } from '../Time.tsx';
import layout from '../layout.module.css';
import styles from './review.module.css';

/** What was decided, and a way to decide. Whatever somebody else does meanwhile is shown beside what was entered here. */
export function DecisionPanel({ review }: { review: ReviewDetails }) {
  const mayDecide = useMay('trust');
  return (
    <Panel title="Decision">
      <Facts
        of={[
          ['State', <StateBadge key="state" of={stateOfReview(review.state)} />],
          [
            'Needed',
            review.required
              ? 'yes: it is released once it is approved'
              : 'no: it can be released without',
          ],
        ]}
      />
      <LastDecision review={review} />
      {mayDecide && <DecisionForm review={review} />}
    </Panel>
  );
}

function LastDecision({ review: { decision, state } }: { review: ReviewDetails }) {
  if (!decision) return null;
  return (
    <Notice
      tone={decision.decision === 'approved' ? 'info' : 'warn'}
      title={`${state === 'submitted' ? 'Before it was submitted anew: ' : ''}${stateOfReview(decision.decision).words.toLowerCase()} by ${decision.byName ?? decision.by}`}
    >
      <span className={styles.text}>{decision.reasons}</span> <Time at={decision.at} />
    </Notice>
  );
}

function DecisionForm({ review }: { review: ReviewDetails }) {
  const { client } = useServices();
  const { appId, version, submission, state, decision: last } = review;
  const [reasons, setReasons] = useUnsentText(`review ${appId} ${version}`);
  const hasOtherReasons = !['', last?.reasons].includes(reasons.trim());
  // What this reviewer looked at: when it becomes something else under their hands, they are told.
  const [seen, setSeen] = useState({ submission, state });
  const [tried, setTried] = useState<Pick<ReviewDecisionRequest, 'decision' | 'reasons'>>();
  // The answer to what they decided themselves can be lost, and the news of it be there before the answer.
  const isOwn = tried !== undefined && state === tried.decision && last?.reasons === tried.reasons;
  const base = isOwn ? { submission, state } : seen;
  const action = useAction({
    run: (decision: ReviewDecisionRequest['decision']) => {
      const text = reasons.trim();
      setTried({ decision, ...(text !== '' && { reasons: text }) });
      const request = { decision, submission: base.submission, from: base.state };
      return client.decideReview(appId, version, {
        ...request,
        ...(text !== '' && { reasons: text }),
      });
    },
    said: (after) => `${version} is ${after.state}.`,
    onDone: (after) => {
      setSeen({ submission: after.submission, state: after.state });
      setReasons('');
    },
    fields: ['reasons'],
  });
  const isOther = !action.busy && (base.submission !== submission || base.state !== state);
  const { problem } = action;
  return (
    <div className={layout.form}>
      {isOther && (
        <Notice
          tone="warn"
          live
          title={
            seen.submission === submission
              ? 'Somebody else decided meanwhile'
              : 'It was submitted anew meanwhile'
          }
          action={
            <Button
              onClick={() => {
                setSeen({ submission, state });
                action.reset();
              }}
            >
              I have seen it
            </Button>
          }
        >
          Theirs is above; what you wrote is still here, and nothing of it was sent.
        </Notice>
      )}
      <Field
        label="Reasons"
        hint={
          <>
            The publisher reads them, here and with <code>miniapp status</code>. A rejection needs
            them. To change those of a decision, write others and decide again.
          </>
        }
        problem={problem?.fields['reasons']}
      >
        {(control) => (
          <textarea
            {...control}
            rows={4}
            value={reasons}
            onChange={(event) => setReasons(event.target.value)}
          />
        )}
      </Field>
      {problem && !isOther && (
        <Notice tone="bad" live>
          {problem.text}
        </Notice>
      )}
      <div className={layout.badges}>
        <Button
          kind="primary"
          busy={action.busy}
          disabled={isOther || (state === 'approved' && !hasOtherReasons)}
          onClick={() => action.run('approved')}
        >
          Approve
        </Button>
        <Button
          kind="danger"
          busy={action.busy}
          disabled={isOther || (state === 'rejected' && !hasOtherReasons)}
          onClick={() => action.run('rejected')}
        >
          Reject
        </Button>
      </div>
    </div>
  );
}
