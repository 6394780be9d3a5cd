import { describe, expect, it } from 'vitest';

import type { MissedMessage } from './backlogRows.ts';
import { planBacklog } from './planBacklog.ts';

const NOW = 1000;
const message = (
  position: number,
  key: string | null = null,
  expires_at = NOW + 1,
): MissedMessage => ({
  id: position,
  position,
  collapse_key: key,
  expires_at,
});
const positions = (messages: readonly MissedMessage[]) => messages.map(({ position }) => position);

describe('what a device missed', () => {
  it('is delivered in order, from wherever it was read', () => {
    expect(positions(planBacklog([message(3), message(1), message(2)], NOW).deliver)).toEqual([
      1, 2, 3,
    ]);
  });

  it('is left out when it expired', () => {
    const plan = planBacklog([message(1, null, NOW), message(2, null, NOW + 1)], NOW);
    expect(positions(plan.deliver)).toEqual([2]);
    expect(plan.skip).toEqual([{ id: 1, position: 1, reason: 'expired' }]);
  });

  it('is the newest of each collapse key, and everything without one', () => {
    const missed = [message(1, 'score'), message(2), message(3, 'score'), message(4, 'mail')];
    const plan = planBacklog(missed, NOW);
    expect(positions(plan.deliver)).toEqual([2, 3, 4]);
    expect(plan.skip).toEqual([{ id: 1, position: 1, reason: 'collapsed' }]);
  });

  it('does not collapse into one that expired', () => {
    const plan = planBacklog([message(1, 'score'), message(2, 'score', NOW)], NOW);
    expect(positions(plan.deliver)).toEqual([1]);
  });

  it('has at most 4 collapse keys, the newest', () => {
    const plan = planBacklog(
      [1, 2, 3, 4, 5].map((position) => message(position, `key ${position}`)),
      NOW,
    );
    expect(positions(plan.deliver)).toEqual([2, 3, 4, 5]);
    expect(plan.skip.map(({ reason }) => reason)).toEqual(['too-many-collapse-keys']);
  });
});
