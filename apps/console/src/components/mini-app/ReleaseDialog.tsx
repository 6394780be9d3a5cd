import { type RegistrationRecord, ReleaseRequest } from '@host/contracts';
import { useState } from 'react';

import { useAction } from '../../queries/useAction.ts';
import { explainChange } from '../../releases/explainChange.ts';
import { explainReach } from '../../releases/explainReach.ts';
import { readRelease } from '../../releases/readRelease.ts';
import { withRelease } from '../../releases/shares.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { formatPercent } from '../../text/formatNumber.ts';
import { Button } from '../Button.tsx';
import { Conflict } from '../Conflict.tsx';
import { Dialog } from '../Dialog.tsx';
import { Field } from '../Field.tsx';
import { Notice } from '../Notice.tsx';
import { Sentences } from '../Sentences.tsx';
import { Time } from '../Time.tsx';
import layout from '../layout.module.css';
import { useMiniApp } from './useMiniApp.ts';
import { releasedOf } from './useVersions.ts';

const STEPS = [1, 5, 10, 25, 50, 100];

interface ReleaseDialogProps {
  record: RegistrationRecord;
  /** All versions: who gets which after the change follows from them. */
  versions: readonly RegistrationRecord[];
  onClose: () => void;
}

/** Gives a version to a share of all installs, or changes that share; says what will happen before the click. */
export function ReleaseDialog({ record: opened, versions, onClose }: ReleaseDialogProps) {
  const { client } = useServices();
  const { appId, version } = opened;
  // What was decided upon: when it becomes something else meanwhile, nothing is sent before that was seen.
  const [seen, setSeen] = useState(opened);
  const record = versions.find((each) => each.version === version) ?? opened;
  const { status, release } = seen;
  const [percentage, setPercentage] = useState(
    String(status === 'registered' ? 10 : release.percentage),
  );
  const [cohorts, setCohorts] = useState(release.cohorts.join(', '));
  const [at, setAt] = useState('');
  const wanted = readRelease({ percentage, cohorts });
  const time = at === '' ? undefined : new Date(at);
  const isClear = time === undefined || time.getTime() > Date.now();
  const action = useAction({
    run: (request: ReleaseRequest) => {
      const body = { ...request, from: { status, ...release } };
      return time === undefined
        ? client.releaseVersion(appId, version, body)
        : client.scheduleRelease(appId, version, { ...body, at: time.toISOString() });
    },
    said: (after) =>
      time === undefined
        ? `${version} is released to ${formatPercent(after.release.percentage)}.`
        : `${version} will be released at its time.`,
    onDone: onClose,
    fields: ['percentage', 'cohorts', 'at'],
  });
  const before = releasedOf(versions);
  const request = wanted.request;
  const after = request && withRelease(before, { version, ...request });
  const installs = useMiniApp(appId).data?.usage?.mostInstalls;
  const isOther = !action.busy && textOfRelease(record) !== textOfRelease(seen);
  const see = () => {
    setSeen(record);
    action.reset();
  };
  return (
    <Dialog
      title={status === 'released' ? `Change the release of ${version}` : `Release ${version}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={action.busy}
            disabled={!request || isOther || !isClear}
            onClick={() => request && action.run(request)}
          >
            {time === undefined ? 'Release' : 'Schedule'} to{' '}
            {request ? formatPercent(request.percentage) : '…'}
          </Button>
        </>
      }
    >
      {isOther && (
        <Conflict
          title={`Somebody else changed the release of ${version}`}
          mine={request ? textOfRelease({ status: 'released', release: request }) : 'not clear yet'}
          theirs={textOfRelease(record)}
          onKeep={see}
          onTake={() => {
            setPercentage(String(record.release.percentage));
            setCohorts(record.release.cohorts.join(', '));
            see();
          }}
        >
          It was {textOfRelease(seen)} when you opened this. Nothing of yours was sent.
        </Conflict>
      )}
      {record.pausedBecause !== undefined && (
        <Notice tone="warn" title="The server paused this version by itself">
          {record.pausedBecause} Releasing it lifts the pause.
        </Notice>
      )}
      <Field
        label="Share of all installs, in percent"
        problem={wanted.problems.percentage ?? action.problem?.fields['percentage']}
      >
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            value={percentage}
            onChange={(event) => setPercentage(event.target.value)}
          />
        )}
      </Field>
      <div className={layout.badges} role="group" aria-label="Usual shares">
        {STEPS.map((step) => (
          <Button
            key={step}
            aria-pressed={request?.percentage === step}
            onClick={() => setPercentage(String(step))}
          >
            {step} %
          </Button>
        ))}
      </div>
      <Field
        label="Cohorts that get it whatever the share is"
        hint="Names of test installs, separated by commas: qa, staff."
        problem={wanted.problems.cohorts ?? action.problem?.fields['cohorts']}
      >
        {(control) => (
          <input
            {...control}
            value={cohorts}
            onChange={(event) => setCohorts(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="At"
        hint="In your time zone. Empty: at once. It does not happen when the release is changed before."
        problem={isClear ? action.problem?.fields['at'] : 'This time has passed.'}
      >
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={at}
            onChange={(event) => {
              setAt(event.target.value);
              // What was refused is not what stands there now.
              action.reset();
            }}
          />
        )}
      </Field>
      {record.scheduled && record.scheduled.failed === undefined && (
        <Notice tone="info" title="A release of it is scheduled already">
          To {formatPercent(record.scheduled.percentage)}, <Time at={record.scheduled.at} exact />.
          {time === undefined
            ? ' It will not happen when this changes the release.'
            : ' This takes its place.'}
        </Notice>
      )}
      {time !== undefined && isClear && (
        <p>
          At <Time at={time.toISOString()} exact />, and not before:
        </p>
      )}
      {after && (
        <Sentences
          of={[...explainChange(before, after), explainReach(version, before, after, installs)]}
        />
      )}
      {action.problem && !isOther && (
        <Notice tone="bad" live>
          {action.problem.text}
        </Notice>
      )}
    </Dialog>
  );
}

/** Who gets it, in words. */
function textOfRelease({
  status,
  release: { percentage, cohorts },
}: Pick<RegistrationRecord, 'status' | 'release'>): string {
  if (status === 'registered') return 'not released yet';
  const to = cohorts.length > 0 ? ` and ${cohorts.join(', ')}` : '';
  return `${status}, ${formatPercent(percentage)}${to}`;
}
