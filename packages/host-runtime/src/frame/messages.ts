import type { Permission } from '@host/contracts';
import { HostError, type HostErrorCode } from '@host/miniapp-sdk/host';
import * as z from 'zod/mini';

import type { HELLO } from './names.ts';

/** Services whose value is sent whenever it changes. */
export const OBSERVED = ['auth', 'device', 'locale', 'lifecycle', 'push'] as const;
export type Observed = (typeof OBSERVED)[number];

const json = z.unknown();
const key = z.string().check(z.maxLength(1024));
const path = z.string().check(z.maxLength(2048));
const name = z.string().check(z.maxLength(256));
const properties = z.record(name, json);

/** The allowlist of calls that a frame may make, with their arguments. */
export const CALLS = {
  'auth.requestLogin': z.tuple([]),
  'auth.getToken': z.tuple([]),
  'storage.set': z.tuple([key, json]),
  'storage.get': z.tuple([key]),
  'storage.remove': z.tuple([key]),
  'storage.keys': z.tuple([]),
  'storage.clear': z.tuple([]),
  'storage.info': z.tuple([]),
  'analytics.screen': z.tuple([name]),
  'analytics.track': z.tuple([name, properties]),
  'api.request': z.union([
    z.tuple([z.enum(['GET', 'POST', 'PUT', 'DELETE']), path]),
    z.tuple([z.enum(['GET', 'POST', 'PUT', 'DELETE']), path, json]),
  ]),
  'links.open': z.tuple([path]),
  'push.requestPermission': z.tuple([]),
  'push.subscribeToTopic': z.tuple([name]),
  'push.unsubscribeFromTopic': z.tuple([name]),
  'push.scheduleNotification': z.tuple([z.looseObject({})]),
  'push.cancelNotification': z.tuple([name]),
  'push.createCategory': z.tuple([name, z.array(z.looseObject({}))]),
} as const;
export type CallName = keyof typeof CALLS;

const message = z.object({ message: z.string().check(z.maxLength(10_000)) });

/** The messages from a frame to its host, as JSON. They are untrusted: the mini-app can write them. */
export const FromFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('call'),
    id: z.int(),
    name: z.enum(Object.keys(CALLS) as [CallName, ...CallName[]]),
    args: z.array(json),
  }),
  z.object({ type: z.literal('observe'), service: z.enum(OBSERVED) }),
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('rendered') }),
  z.object({ type: z.literal('failed'), ...message.shape, stack: z.optional(z.string()) }),
  z.object({ type: z.literal('crashed'), ...message.shape, stack: z.optional(z.string()) }),
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('can-go-back'), value: z.boolean() }),
]);
export type FromFrame = z.infer<typeof FromFrame>;

/** An error on its way through a port. */
export interface WireError {
  code: HostErrorCode;
  message: string;
  status?: number | undefined;
}

/** The value of an observed service, or why it is refused. */
export type WireState = { value: unknown } | { error: WireError };

/** The messages from a host to a frame. */
export type ToFrame =
  | {
      type: 'open';
      appId: string;
      name: string;
      permissions: readonly Permission[];
      isDevelopment: boolean;
      /** The initial values of the observed services. */
      states: Record<Observed, WireState>;
      /** The address of the folder that the files come from. */
      baseUrl: string;
      files: readonly { path: string; bytes: Uint8Array }[];
      /** State for the host's own script in the frame. */
      hostState: unknown;
    }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'refusal'; id: number; error: WireError }
  | { type: 'state'; service: Observed; state: WireState }
  | { type: 'host-state'; value: unknown }
  | { type: 'go-back' }
  | { type: 'ping' };

/** The first message, which brings the port and the script of the frame. */
export interface Hello {
  type: typeof HELLO;
  script: Uint8Array;
  /** The folder that pictures, fonts and media may come from; empty for none. */
  filesUrl: string;
}

export function toWire(error: unknown): WireError {
  if (error instanceof HostError) {
    return { code: error.code, message: error.message, status: error.status };
  }
  // Internal errors of the host are hidden from mini-apps.
  return { code: 'unavailable', message: 'The host could not do this now.' };
}

export function fromWire({ code, message: text, status }: WireError): HostError {
  return new HostError(code, text, status);
}
