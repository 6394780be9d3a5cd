import type { PushMessage } from '@host/contracts';

import { addressOf, audienceWords } from '../../composer/addressOf.ts';
import type { CountedAudience } from '../../composer/countAudience.ts';
import { MAY_BE_SENT, type SendKeys } from '../../composer/createSendKeys.ts';
import { rowsOf } from '../../composer/dataRows.ts';
import { reachWords } from '../../composer/reachWords.ts';
import { MESSAGE_FIELDS } from '../../composer/refusedFields.ts';
import type { Target } from '../../composer/readTarget.ts';
import { messageIdOf } from '../../composer/testSend.ts';
import { hrefOf } from '../../navigation/routes.ts';
import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { useSession } from '../../session/SessionContext.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Facts } from '../Facts.tsx';
import { Loaded } from '../Loaded.tsx';
import { Notice } from '../Notice.tsx';
import { Time } from '../Time.tsx';
import { LinkHint } from './LinkHint.tsx';
import { TestFirst } from './TestFirst.tsx';
import { useAudience } from './useAudience.ts';

/** Why nobody can say how many it reaches: it is for a person of a mini-app. */
const UNCOUNTED = 'Whether they have devices, and let the mini-app notify them, is told to nobody.';

interface SendDialogProps {
  content: PushMessage;
  target: Target;
  testTo: string;
  onTestTo: (testTo: string) => void;
  sendKeys: SendKeys;
  /** The server refused what single fields of the message say. */
  onRefused: (fields: Readonly<Record<string, string>>) => void;
  onSent: () => void;
  onClose: () => void;
}

/** Says once more what is sent, and to how many. A test can go out first. */
export function SendDialog(props: SendDialogProps) {
  const { content, target, testTo, onTestTo, sendKeys, onRefused, onSent, onClose } = props;
  const { client, navigation } = useServices();
  const { apps } = useSession();
  const audience = useAudience(target);
  const action = useAction({
    run: async (to: CountedAudience['target']) => {
      const message = { ...addressOf(to), ...content };
      const idempotencyKey = sendKeys.keyOf({ content, target });
      const answer = await client.sendPush(message, undefined, { idempotencyKey });
      sendKeys.answered();
      return messageIdOf(answer);
    },
    said: () => (content.send_at === undefined ? 'The push is sent.' : 'The push is scheduled.'),
    onDone: (id) => {
      onSent();
      onClose();
      navigation.go(id === undefined ? hrefOf('messages', {}) : hrefOf('message', { id }));
    },
    onFailed: ({ fields }) => {
      if (Object.keys(fields).length > 0) onRefused(fields);
    },
    fields: MESSAGE_FIELDS,
    whenLost: MAY_BE_SENT,
  });
  const isNobody = audience.data?.count?.devices === 0;
  const mayGo = audience.data !== undefined && !(isNobody && target.kind !== 'topic');
  return (
    <Dialog
      title="Send this push?"
      leaving="freely"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back to the text</Button>
          <Button
            kind={isNobody ? 'plain' : 'primary'}
            busy={action.busy}
            disabled={!mayGo}
            onClick={() => action.run(audience.data!.target)}
          >
            {content.send_at === undefined ? 'Send now' : 'Schedule'}
          </Button>
        </>
      }
    >
      <Loaded query={audience} what="how many it reaches">
        {({ count }) => (
          <Notice tone={isNobody ? 'warn' : 'info'} live>
            {count === undefined ? UNCOUNTED : reachWords(count, content)}
          </Notice>
        )}
      </Loaded>
      <Facts
        of={[
          ['Goes to', audienceWords(target)],
          ['Title', content.notification?.title],
          ['Text', content.notification?.body],
          ...(content.notification?.click_action === undefined
            ? []
            : ([['Buttons', content.notification.click_action]] as const)),
          [
            'Opens',
            content.data?.['deepLink'] ?? (apps === undefined ? 'the app' : 'the mini-app'),
          ],
          [
            'Data',
            rowsOf(content.data)
              .map(({ key, value }) => `${key} = ${value}`)
              .join(', '),
          ],
          [
            'When',
            content.send_at === undefined ? (
              'at once'
            ) : (
              <Time key="at" at={content.send_at} exact />
            ),
          ],
        ]}
      />
      <LinkHint link={content.data?.['deepLink'] ?? ''} />
      <TestFirst content={content} target={target} to={testTo} onTo={onTestTo} />
      {action.problem && (
        <Notice tone="bad" live>
          {action.problem.text}
        </Notice>
      )}
    </Dialog>
  );
}
