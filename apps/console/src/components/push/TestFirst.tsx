import type { PushMessage } from '@host/contracts';

import { addressOf, readTokens } from '../../composer/composePush.ts';
import { messageIdOf, sentTest } from '../../composer/testSend.ts';
import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { countOf } from '../../text/formatNumber.ts';
import { Button } from '../Button.tsx';
import { Field } from '../Field.tsx';
import layout from '../layout.module.css';
import { tokensOfPerson } from './useAudience.ts';

interface TestFirstProps {
  content: PushMessage;
  to: string;
  onTo: (to: string) => void;
}

/** Sends a push to one's own devices, before everybody gets it. */
export function TestFirst({ content, to, onTo }: TestFirstProps) {
  const { client } = useServices();
  const action = useAction({
    run: async (text: string) => {
      const own = await tokensOfPerson(client, text);
      const tokens = own.length > 0 ? own : readTokens(text);
      const message = { ...addressOf({ kind: 'device', tokens }), ...content };
      messageIdOf(await client.sendPush(sentTest(message), undefined));
      return tokens.length;
    },
    said: (devices) => `The test is sent to ${countOf(devices, 'device')}.`,
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
        hint="Your id as a person, or tokens of devices, separated by commas."
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
