import type { AndroidChannel, CategoryAction } from '@host/contracts';
import type { Translate } from '@host/contracts/messages';
import type { Observable } from '@host/miniapp-sdk/host';

import type { PUSH } from '../messages/push.ts';
import { CATEGORIES } from './actions.ts';
import { CHANNELS } from './channels.ts';

/** The push messages in the current language. */
type Words = () => Translate<keyof typeof PUSH.texts>;

/** The platform calls that register channels and categories. */
interface System {
  createChannel: (channel: AndroidChannel) => Promise<void>;
  createCategory: (id: string, actions: readonly CategoryAction[]) => Promise<void>;
}

/** Registers the names of channels and buttons with the system, which shows them itself; again when the language changes. */
export function nameInSystem(
  system: System,
  language: Pick<Observable<unknown>, 'subscribe'>,
  words: Words,
): void {
  // One after the other, so that the last language wins.
  let naming: Promise<void> = Promise.resolve();
  const next = () => {
    naming = naming.then(() => name(system, words())).catch(() => undefined);
  };
  language.subscribe(next);
  next();
}

async function name(system: System, t: ReturnType<Words>): Promise<void> {
  for (const { id, importance } of CHANNELS) {
    await system.createChannel({
      id,
      importance,
      name: t(`channel.${id}`),
      description: t(`about.${id}`),
    });
  }
  await system.createCategory(
    'order',
    CATEGORIES.order.map((action) => ({ ...action, title: t(`action.order.${action.id}`) })),
  );
  await system.createCategory(
    'offer',
    CATEGORIES.offer.map((action) => ({ ...action, title: t(`action.offer.${action.id}`) })),
  );
}
