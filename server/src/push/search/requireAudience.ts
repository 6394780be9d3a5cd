import { type AudienceQuery, type Condition, topicsOfCondition } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Caller } from '../../operations/identity/Caller.ts';
import { matchesOutsiders } from '../conditions/matches.ts';
import { isTopicOf } from '../server-keys/Senders.ts';

/**
 * Throws unless a caller may count an audience: callers restricted to some mini-apps may count the topics of these, to
 * which they may send, and must not learn anything about devices and people.
 */
export function requireAudience(
  { apps }: Pick<Caller, 'apps'>,
  { topic }: Pick<AudienceQuery, 'topic'>,
  condition: Condition | undefined,
): void {
  if (!apps) return;
  const topics = condition ? topicsOfCondition(condition) : topic === undefined ? [] : [topic];
  const areOwn = topics.length > 0 && topics.every((each) => isTopicOf(apps, each));
  if (areOwn && !(condition && matchesOutsiders(condition))) return;
  throw new ApiError(
    'app-not-allowed',
    'The token counts whom it may send to: topics of its mini-apps.',
  );
}
