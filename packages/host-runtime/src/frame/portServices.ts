import {
  HostError,
  type HostServices,
  type MutableObservable,
  type Observable,
  createObservable,
} from '@host/miniapp-sdk/host';

import {
  type CallName,
  type Observed,
  type ToFrame,
  type WireState,
  fromWire,
} from './messages.ts';
import type { Tell } from './paceMessages.ts';

/** The services of a mini-app on the frame's side: every call is a message, every value is the last one received. */
export function portServices(
  tell: Tell,
  initial: Record<Observed, WireState>,
): { services: HostServices; receive: (message: ToFrame) => void } {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const states = new Map<Observed, MutableObservable<WireState>>();
  for (const [service, state] of Object.entries(initial)) {
    states.set(service as Observed, createObservable(state));
  }
  let calls = 0;

  function call(name: CallName, ...args: unknown[]): Promise<unknown> {
    const id = ++calls;
    return new Promise((resolve, reject) => {
      // Drops a trailing undefined, which JSON would turn into null.
      const given = args.at(-1) === undefined ? args.slice(0, -1) : args;
      try {
        tell({ type: 'call', id, name, args: given });
        waiting.set(id, { resolve, reject });
      } catch (error) {
        const { message } = error as Error;
        reject(new HostError('invalid-argument', `${name} cannot be sent to the host: ${message}`));
      }
    });
  }

  function observed<Value>(service: Observed): Observable<Value> {
    const state = states.get(service)!;
    let isAsked = false;
    // The host asks the person at the first use, so it must not be notified earlier.
    const ask = () => {
      if (isAsked) return;
      isAsked = true;
      tell({ type: 'observe', service });
    };
    return {
      get() {
        const current = state.get();
        if ('error' in current) throw fromWire(current.error);
        return current.value as Value;
      },
      subscribe(listener) {
        ask();
        return state.subscribe(listener);
      },
    };
  }

  const services: HostServices = {
    auth: {
      ...observed('auth'),
      requestLogin: () => call('auth.requestLogin') as Promise<void>,
      getToken: () => call('auth.getToken') as Promise<string>,
    },
    device: observed('device'),
    locale: observed('locale'),
    lifecycle: observed('lifecycle'),
    links: { open: (link) => call('links.open', link) as Promise<void> },
    storage: {
      set: (key, value) => call('storage.set', key, value) as Promise<void>,
      get: (key) => call('storage.get', key),
      remove: (key) => call('storage.remove', key) as Promise<void>,
      keys: () => call('storage.keys') as Promise<string[]>,
      clear: () => call('storage.clear') as Promise<void>,
      info: () => call('storage.info') as ReturnType<HostServices['storage']['info']>,
    },
    analytics: {
      screen: (name) => void call('analytics.screen', name).catch(ignore),
      track: (name, properties) => void call('analytics.track', name, properties).catch(ignore),
    },
    api: {
      request: (method, path, body) =>
        body === undefined
          ? call('api.request', method, path)
          : call('api.request', method, path, body),
    },
    push: {
      permission: observed('push'),
      requestPermission: () => call('push.requestPermission') as Promise<boolean>,
      subscribeToTopic: (topic) => call('push.subscribeToTopic', topic) as Promise<void>,
      unsubscribeFromTopic: (topic) => call('push.unsubscribeFromTopic', topic) as Promise<void>,
      scheduleNotification: (options) =>
        call('push.scheduleNotification', options) as Promise<string>,
      cancelNotification: (id) => call('push.cancelNotification', id) as Promise<void>,
      createCategory: (id, actions) => call('push.createCategory', id, actions) as Promise<void>,
    },
  };

  function receive(message: ToFrame): void {
    if (message.type === 'answer') take(message.id)?.resolve(message.value);
    if (message.type === 'refusal') take(message.id)?.reject(fromWire(message.error));
    if (message.type === 'state') states.get(message.service)?.set(message.state);
  }

  function take(id: number) {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  }

  return { services, receive };
}

function ignore(): void {}
