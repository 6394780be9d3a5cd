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

/** The states of messages whose time has come: a list is filtered by the time alone, since what became of each is counted. */
const DUE = ['stored', 'sent', 'delivered', 'opened', 'expired', 'dropped'] as const;

/** What messages can be filtered by, in the words of their states. */
export const MESSAGE_FILTERS: readonly [NonNullable<MessageQuery['state']>, string][] = [
  ['scheduled', STATES.accepted.words],
  ['stored', `Due: ${DUE.map((state) => STATES[state].words.toLowerCase()).join(', ')}`],
  ['cancelled', STATES.cancelled.words],
];
