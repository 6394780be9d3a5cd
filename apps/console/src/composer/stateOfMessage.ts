import type { MessageQuery, PushMessageRecord, PushState } from '@host/contracts';

const STATES: Record<
  PushState,
  { words: string; tone: 'ok' | 'warn' | 'bad' | 'info' | 'neutral' }
> = {
  accepted: { words: 'Scheduled', tone: 'info' },
  stored: { words: 'On its way', tone: 'info' },
  sent: { words: 'Sent', tone: 'info' },
  delivered: { words: 'Delivered', tone: 'ok' },
  opened: { words: 'Opened', tone: 'ok' },
  expired: { words: 'Expired', tone: 'neutral' },
  dropped: { words: 'Dropped', tone: 'bad' },
  cancelled: { words: 'Cancelled', tone: 'neutral' },
};

/** How far a message has come, in a word or two. */
export function stateOfMessage({
  state,
}: Pick<PushMessageRecord, 'state'>): (typeof STATES)[PushState] {
  return STATES[state];
}

/** What messages can be filtered by: by their time, since what became of each that is due is counted and not kept with it. */
export const MESSAGE_FILTERS: readonly [NonNullable<MessageQuery['state']>, string][] = [
  ['scheduled', STATES.accepted.words],
  ['stored', 'Due already'],
  ['cancelled', STATES.cancelled.words],
];
