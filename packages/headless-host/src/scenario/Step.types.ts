import type { HostUser } from '@host/contracts';

import type { HostCall } from '../report/Report.types.ts';

/** A text as it is shown, or a pattern; in JSON a pattern is an object. */
export type TextMatch = string | RegExp | { pattern: string; flags?: string };

/** A call of the host: what is left out may be anything. */
export type CallMatch = HostCall extends infer Call
  ? Call extends object
    ? Partial<Call>
    : never
  : never;

/** One step of a scenario: what a person does, or what has to hold. */
export type Step =
  /** Waits until the text shows, 2 s unless it says otherwise. */
  | { waitForText: TextMatch; timeoutMs?: number }
  | { expectText: TextMatch }
  /** The mini-app has asked this of its host: `{ service: 'api', method: 'GET', path: '/orders/items' }`. */
  | { expectCall: CallMatch }
  /** Presses what shows the text, or has it as its label. */
  | { press: TextMatch }
  /** Types into the input with this placeholder or label; a line break at the end submits. */
  | { type: string; into: string }
  | { back: true }
  /** Lets time pass: timers fire, but nobody waits. */
  | { pause: number }
  | { signIn: HostUser };
