import type { HostServices, Observable } from '@host/miniapp-sdk/host';
import { HostError } from '@host/miniapp-sdk/host';

import { inSlices } from './inSlices.ts';
import {
  CALLS,
  type CallName,
  FromFrame,
  type Observed,
  type ToFrame,
  type WireState,
  toWire,
} from './messages.ts';
import type { Violation } from './relay.ts';

/** The events of a frame, in addition to calls of services. */
export interface FrameEvents {
  started(): void;
  rendered(): void;
  failed(error: Error): void;
  crashed(error: Error): void;
  canGoBack(value: boolean): void;
  alive(): void;
  /** Called when it exceeded its budget or sent an invalid message, and was disconnected. */
  violated(reason: string): void;
}

/** The part of MessagePort that is used here. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  start(): void;
  close(): void;
}

type Call = Extract<FromFrame, { type: 'call' }>;

/** Concurrent calls of one mini-app; further ones are queued, and dropped when it is closed. */
const MAX_UNDER_WAY = 64;
/** The limit of queued calls. Only a runaway mini-app exceeds it. */
const MAX_WAITING = 10_000;

/**
 * Provides the services of a mini-app to the frame that it runs in. Messages from the frame are untrusted: they are
 * validated, and permissions are enforced on this side. Each mini-app has its own queue, which is processed in time slices.
 */
export function servePort(port: Port, services: HostServices, events: FrameEvents): () => void {
  const send = (message: ToFrame) => port.postMessage(message);
  const observed = new Map<Observed, () => void>();
  let isStopped = false;

  function observe(service: Observed): void {
    if (observed.has(service)) return;
    const tell = () => send({ type: 'state', service, state: stateOf(services, service) });
    observed.set(service, () => {});
    try {
      observed.set(service, observableOf(services, service).subscribe(tell));
    } catch {
      // Refused: the state contains the error.
    }
    tell();
  }

  const calls: Call[] = [];
  let underWay = 0;

  function startCalls(): void {
    while (underWay < MAX_UNDER_WAY && calls.length > 0) {
      underWay += 1;
      void answer(calls.shift()!).finally(() => {
        underWay -= 1;
        if (calls.length > 0) slices.add(startCalls);
      });
    }
  }

  async function answer({ id, name, args }: Call): Promise<void> {
    try {
      const value = await run(services, name, args);
      if (!isStopped) send({ type: 'answer', id, value });
    } catch (error) {
      if (!isStopped) send({ type: 'refusal', id, error: toWire(error) });
    }
  }

  function take(text: string): void {
    const message = read(text);
    if (!message) return undefined;
    switch (message.type) {
      case 'call':
        if (calls.push(message) > MAX_WAITING) return events.violated('Too many calls wait.');
        return startCalls();
      case 'observe':
        return observe(message.service);
      case 'can-go-back':
        return events.canGoBack(message.value);
      case 'failed':
      case 'crashed':
        return events[message.type](errorOf(message));
      default:
        return events[message.type]();
    }
  }

  const slices = inSlices<string | (() => void)>((item) => {
    if (isStopped) return;
    if (typeof item === 'string') take(item);
    else item();
  });

  port.addEventListener('message', ({ data }: MessageEvent<string | Violation>) => {
    if (isStopped) return;
    // The relay forwards strings; anything else is its own message.
    if (typeof data === 'string') slices.add(data);
    else events.violated(data.reason);
  });
  port.start();

  return () => {
    isStopped = true;
    calls.length = 0;
    slices.clear();
    for (const stop of observed.values()) stop();
    port.close();
  };
}

/** Parses a message of a frame; undefined if it is invalid. */
function read(text: string): FromFrame | undefined {
  try {
    return FromFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function run(services: HostServices, name: CallName, args: unknown[]): Promise<unknown> {
  const parsed = CALLS[name].safeParse(args);
  if (!parsed.success) {
    throw new HostError('invalid-argument', `${name} was called with other values than it takes.`);
  }
  const [service, member] = name.split('.') as [keyof HostServices, string];
  const members = services[service] as unknown as Record<string, (...a: unknown[]) => unknown>;
  return members[member]?.(...parsed.data);
}

/** The current state of an observed service. */
export function stateOf(services: HostServices, service: Observed): WireState {
  try {
    return { value: observableOf(services, service).get() };
  } catch (error) {
    return { error: toWire(error) };
  }
}

function observableOf(services: HostServices, service: Observed): Observable<unknown> {
  return service === 'push' ? services.push.permission : services[service];
}

function errorOf({ message, stack }: { message: string; stack?: string | undefined }): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
