import { userTopic } from '@host/contracts';
import type { Push, PushStorage } from '@host/push';

import type { PushParts } from './PushService.types.ts';

/** Whose notifications this device has; empty for nobody's. */
const PERSON = 'host/person';

/** Keeps push with whoever is signed in. What one person got is not there for the next, whenever the session ended. */
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
    // Last: whatever ends the app on the way, it is done again.
    await storage.set(PERSON, now);
  }

  const next = () => {
    following = following.then(follow).catch(() => undefined);
  };
  session.state.subscribe(next);
  next();
}

/** Theirs, and those of mini-apps: what they were allowed ends with the session. */
function isPersonal(topic: string): boolean {
  return topic.startsWith(userTopic('')) || topic.startsWith('miniapp_');
}
