import { userTopic } from '@host/contracts';
import type { Push, PushStorage } from '@host/push';

import type { PushParts } from './PushService.types.ts';

/** The key of the person whose notifications this device has; empty for nobody. */
const PERSON = 'host/person';

/** Ties push to the signed-in person. The next person never sees the previous one's messages, however a session ended. */
export function followPerson(
  push: Push,
  storage: Pick<PushStorage, 'get' | 'set'>,
  { session, rules }: PushParts,
): void {
  let following: Promise<void> = Promise.resolve();

  async function follow(): Promise<void> {
    const { status, person } = session.state.get();
    if (status === 'starting') return;
    const now = person?.id ?? '';
    const before = (await storage.get(PERSON)) ?? '';
    if (now === before) return;
    if (before !== '') {
      await push.cancelWhere(() => true);
      await push.unsubscribeWhere(isPersonal);
      await rules.forgetApps();
    }
    await push.personChanged();
    if (now !== '') await push.subscribeToTopic(userTopic(now));
    // Written last: if the app is killed halfway, all of it is repeated.
    await storage.set(PERSON, now);
  }

  const next = () => {
    following = following.then(follow).catch(() => undefined);
  };
  session.state.subscribe(next);
  next();
}

/** The person's own topic and the topics of mini-apps, whose permissions end with the session. */
function isPersonal(topic: string): boolean {
  return topic.startsWith(userTopic('')) || topic.startsWith('miniapp_');
}
