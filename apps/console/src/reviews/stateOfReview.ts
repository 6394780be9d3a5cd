import type { ReviewState } from '@host/contracts';

import type { StateWords } from '../releases/states.ts';

const STATES: Readonly<Record<ReviewState, StateWords>> = {
  submitted: { words: 'Waits for review', tone: 'warn' },
  approved: { words: 'Approved', tone: 'ok' },
  rejected: { words: 'Rejected', tone: 'bad' },
};

/** How far a review has come, as people say it. */
export function stateOfReview(state: ReviewState): StateWords {
  return STATES[state];
}
