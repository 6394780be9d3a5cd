import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DeliveryState, type DeliveryStateName, type Pending } from './DeliveryState.ts';

type Event = keyof typeof EVENTS;

const pendingUpTo = (upTo: number): Pending => ({ deliver: [], next: 0, skip: [], upTo });

const EVENTS = {
  loaded: (state: DeliveryState) => state.loaded(),
  startCatchUp: (state: DeliveryState) => state.startCatchUp(),
  plan: (state: DeliveryState, position: number) => state.plan(pendingUpTo(position)),
  advance: (state: DeliveryState, position: number) => state.advance(1, position),
  pauseCatchUp: (state: DeliveryState) => state.pauseCatchUp(),
  reachHead: (state: DeliveryState) => state.reachHead(),
  sendLive: (state: DeliveryState, position: number) => state.sendLive(position),
  fallBehind: (state: DeliveryState, position: number) => state.fallBehind(position),
  close: (state: DeliveryState) => state.close(),
};

/** What each state becomes by which event; everything else leaves it as it is. */
const TRANSITIONS: Record<DeliveryStateName, Partial<Record<Event, DeliveryStateName>>> = {
  loading: { loaded: 'behind', close: 'closed' },
  behind: { startCatchUp: 'catching-up', close: 'closed' },
  'catching-up': { pauseCatchUp: 'behind', reachHead: 'live', close: 'closed' },
  live: { fallBehind: 'behind', close: 'closed' },
  closed: {},
};

const events = fc.array(
  fc.record({
    event: fc.constantFrom(...(Object.keys(EVENTS) as Event[])),
    position: fc.nat({ max: 100 }),
  }),
  { maxLength: 40 },
);

describe('what a connection is to be sent', () => {
  it('goes through the states as they are written down, whatever happens in which order', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const state = new DeliveryState(0);
        for (const { event, position } of sequence) {
          const before = state.name;
          EVENTS[event](state, position);
          expect(state.name).toBe(TRANSITIONS[before][event] ?? before);
        }
      }),
    );
  });

  it('has a part that is being sent only while it is behind, and never goes back by itself', () => {
    fc.assert(
      fc.property(events, (sequence) => {
        const state = new DeliveryState(0);
        for (const { event, position } of sequence) {
          const before = state.sentUpTo;
          // As the server plans: what comes next is after what was sent.
          EVENTS[event](state, event === 'fallBehind' ? position : before + position);
          const hasNothingToSend = state.name === 'closed' || state.name === 'loading';
          expect({
            goesBack: event !== 'fallBehind' && state.sentUpTo < before,
            reachedLess: state.certainlySentUpTo < state.sentUpTo,
            isPending: hasNothingToSend && state.pending !== undefined,
          }).toEqual({ goesBack: false, reachedLess: false, isPending: false });
        }
      }),
    );
  });

  it('knows nothing of what was sent as it came unless it is live', () => {
    fc.assert(
      fc.property(events, fc.nat({ max: 1000 }), (sequence, position) => {
        const state = new DeliveryState(0);
        for (const each of sequence) EVENTS[each.event](state, each.position);
        const before = state.certainlySentUpTo;
        state.sendLive(before + position);
        expect(state.certainlySentUpTo).toBe(state.name === 'live' ? before + position : before);
      }),
    );
  });

  it('is everything after what was sent from storage, once it is live', () => {
    const state = new DeliveryState(3);
    state.loaded();
    state.startCatchUp();
    const skipped = [4, 6, 8].map((position) => ({
      id: position,
      position,
      reason: 'expired' as const,
    }));
    const [four, six, eight] = skipped;
    state.plan({ ...pendingUpTo(9), deliver: [{} as never, {} as never], skip: [four!, eight!] });
    state.skip([six!]);
    expect(state.advance(1, 5)).toEqual([four]);
    expect([state.sentUpTo, state.pending?.next]).toEqual([5, 1]);
    expect(state.advance(1, 7)).toEqual([six, eight]);
    expect([state.sentUpTo, state.pending]).toEqual([9, undefined]);
    expect(state.advance(1, 10)).toEqual([]);
    state.reachHead();
    expect([state.name, state.sentUpTo, state.certainlySentUpTo]).toEqual(['live', 9, 9]);
    state.sendLive(12);
    expect(state.certainlySentUpTo).toBe(12);
    state.fallBehind(14);
    expect([state.name, state.sentUpTo]).toEqual(['behind', 14]);
  });
});
