import type { Publisher } from '@host/contracts';

import { useAction } from '../../queries/useAction.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { useMay } from '../../session/SessionContext.ts';
import layout from '../layout.module.css';

/** What can hold for a publisher, as the choice has it. */
const CHOICES = { platform: 'as the platform', yes: 'required', no: 'not required' } as const;
type Choice = keyof typeof CHOICES;
const REQUIRED: Readonly<Record<Choice, boolean | null>> = { platform: null, yes: true, no: false };

/** Whether the versions of a publisher have to be approved; admins change it. */
export function ReviewPolicyCell({ publisher }: { publisher: Publisher }) {
  const { client, toasts } = useServices();
  const mayChange = useMay('admin');
  const { id, name, reviewRequired } = publisher;
  const chosen = reviewRequired === undefined ? 'platform' : reviewRequired ? 'yes' : 'no';
  const action = useAction({
    run: (choice: Choice) => client.setPublisherReview(id, REQUIRED[choice]),
    said: () => `The review of ${name} is changed.`,
    onFailed: ({ text }) => toasts.sayFailed(text),
    whenLost: 'It may have been changed all the same: the list shows what holds.',
  });
  if (!mayChange) return CHOICES[chosen];
  return (
    <select
      className={layout.choice}
      aria-label={`Review of ${name}`}
      value={chosen}
      disabled={action.busy}
      onChange={(event) => action.run(event.target.value as Choice)}
    >
      {Object.entries(CHOICES).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}
