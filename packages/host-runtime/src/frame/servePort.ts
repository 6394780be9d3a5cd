import type { HostServices, Observable } from '@host/miniapp-sdk/host';
import { HostError } from '@host/miniapp-sdk/host';

import {
  CALLS,
  type CallName,
  FromFrame,
  type Observed,
  type ToFrame,
  type WireState,
  toWire,
} from './messages.ts';

/** What a frame tells besides calling services. */
export interface FrameEvents {
  started(): void;
  rendered(): void;
  failed(error: Error): void;
  crashed(error: Error): void;
  canGoBack(value: boolean): void;
  alive(): void;
}

/** As much of a MessagePort as is needed here. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  start(): void;
  close(): void;
}

/**
 * Gives the services of a mini-app to the frame that it runs in. The frame is the mini-app: whatever comes from there is
 * parsed, and the services that it reaches are guarded on this side.
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
      // Refused, which the state says.
    }
    tell();
  }

  async function call(id: number, name: CallName, args: unknown[]): Promise<void> {
    try {
      send({ type: 'answer', id, value: await run(services, name, args) });
    } catch (error) {
      send({ type: 'refusal', id, error: toWire(error) });
    }
  }

  const onMessage = ({ data }: MessageEvent) => {
    if (isStopped) return undefined;
    const { success, data: message } = FromFrame.safeParse(data);
    if (!success) return undefined;
    switch (message.type) {
      case 'call':
        return void call(message.id, message.name, message.args);
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
  };

  port.addEventListener('message', onMessage);
  port.start();

  return () => {
    isStopped = true;
    for (const stop of observed.values()) stop();
    port.close();
  };
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

/** What an observed service is now. */
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
