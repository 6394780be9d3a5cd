import type { ApiClient } from '@host/api-client';
import type { PushMessage } from '@host/contracts';
import { useState } from 'react';

import { addressOf } from '../../composer/addressOf.ts';
import { MAY_BE_SENT, createSendKeys } from '../../composer/createSendKeys.ts';
import { type Target, appOfTarget, readTokens } from '../../composer/readTarget.ts';
import { tokensOfPerson } from '../../composer/countAudience.ts';
import { messageIdOf, sentTest, testWords } from '../../composer/testSend.ts';
import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { useSession } from '../../session/SessionContext.ts';
import { Button } from '../Button.tsx';
import { Field } from '../Field.tsx';
import layout from '../layout.module.css';

interface TestFirstProps {
  content: PushMessage;
  /** Whom it is for in the end: that says which mini-app sends. */
  target: Target;
  to: string;
  onTo: (to: string) => void;
}

/** Sends a push to one's own devices, before everybody gets it. */
export function TestFirst(props: TestFirstProps) {
  const { content, to, onTo } = props;
  const { apps } = useSession();
  const { client } = useServices();
  const [sendKeys] = useState(createSendKeys);
  const action = useAction({
    run: async (text: string) => {
      const addressed =
        apps === undefined ? await toDevices(client, text) : toOpenId(text, apps, props.target);
      const message = sentTest({ ...content, ...addressed });
      const idempotencyKey = sendKeys.keyOf(message);
      const answer = await client.sendPush(message, undefined, { idempotencyKey });
      sendKeys.answered();
      messageIdOf(answer);
      return apps === undefined ? testWords(answer) : SENT_TO_PERSON;
    },
    said: (words) => words,
    whenLost: MAY_BE_SENT,
  });
  return (
    <form
      className={layout.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (to.trim() !== '' && !action.busy) action.run(to.trim());
      }}
    >
      <Field
        label="Test it first, on"
        hint={
          apps === undefined
            ? 'Your id as a person, or tokens of devices, separated by commas.'
            : 'Your openId in the mini-app, where you let it notify you.'
        }
        problem={action.problem?.text}
      >
        {(control) => (
          <input {...control} value={to} onChange={(event) => onTo(event.target.value)} />
        )}
      </Field>
      <Button type="submit" busy={action.busy} disabled={to.trim() === ''}>
        Send a test
      </Button>
    </form>
  );
}

const SENT_TO_PERSON = 'The test is sent, if this person lets the mini-app notify them.';

async function toDevices(client: ApiClient, text: string) {
  const own = await tokensOfPerson(client, text);
  const tokens = own.length > 0 ? own : readTokens(text);
  return addressOf({ kind: 'device', tokens });
}

/** A mini-app reaches people by its own names for them, and no devices. */
function toOpenId(openId: string, apps: readonly string[], target: Target) {
  const appId = appOfTarget(target, apps);
  return { to: `/people/${openId}`, ...(appId !== undefined && { data: { appId } }) };
}
