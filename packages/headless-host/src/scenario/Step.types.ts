import type { HostUser } from '@host/contracts';

import type { HostCall } from '../report/Report.types.ts';

/** An exact text, or a pattern, which is an object in JSON. */
export type TextMatch = string | RegExp | { pattern: string; flags?: string };

/** A partial match of a call to the host. */
export type CallMatch = HostCall extends infer Call
  ? Call extends object
    ? Partial<Call>
    : never
  : never;

/** One step of a scenario: an action of a person, or an expectation. */
export type Step =
  /** Waits until the text is shown, by default up to 2 s. */
  | { waitForText: TextMatch; timeoutMs?: number }
  | { expectText: TextMatch }
  /** The mini-app has made this call to its host: `{ service: 'api', method: 'GET', path: '/orders/items' }`. */
  | { expectCall: CallMatch }
  /** Presses the element that shows the text, or has it as its label. */
  | { press: TextMatch }
  /** Types into the input with this placeholder or label; a line break at the end submits. */
  | { type: string; into: string }
  | { back: true }
  /** Lets virtual time pass: timers fire, without waiting. */
  | { pause: number }
  | { signIn: HostUser };

/** One step of a run of a complete host app. */
export type HostStep =
  | Step
  /** A person follows a link to the host while it runs, as from a QR code or a notification. */
  | { openLink: string };
