import {
  type GatewaySocket,
  type LiveConnection,
  createDeepLinkRouter,
  createGatewayClient,
  createPush,
} from '@host/push/core';
import { createMemoryPlatform } from '@host/push/memory';
import { WebSocket } from 'ws';

import type { Address } from './Balancer.ts';
import type { WriteEvent } from './FleetEvent.types.ts';
import type { Receiver } from './startReceiver.ts';

const CURSOR = 'gateway/cursor';
/** How long an abandoned connection stays open. */
const ABANDONED_MS = 3000;

/** An app with `@host/push` as it is shipped, which records what it shows. */
export interface FleetDevice {
  name: string;
  token: string;
  hasWebPush: boolean;
  /** The node of its current or last connection. */
  node(): string | undefined;
  isConnected(): boolean;
  /** How many abandoned connections are still open. */
  abandoned(): number;
  /** Simulates a network change: the old connection stays open but silent, and a new one is opened to a node at once. */
  moveTo(node: Address): void;
  /** Drops the connection; the device reconnects. */
  lose(): void;
  /** Closes the app, so that only its push service can reach it, or opens it again. */
  setAsleep(isAsleep: boolean): void;
  /** Whether the message with this `n` was shown. */
  hasShown(n: string): boolean;
  stop(): void;
}

export interface DeviceOptions {
  name: string;
  topics: readonly string[];
  /** Picks the node for the next request or connection. */
  pick: () => Address;
  write: WriteEvent;
  /** A browser's push service; without one the app is unreachable while it is closed. */
  receiver?: Receiver | undefined;
}

/** Registers a device, subscribes it to its topics, and connects it. */
export async function startDevice(options: DeviceOptions): Promise<FleetDevice> {
  const { name: device, topics, pick, write, receiver } = options;
  const memory = createMemoryPlatform({ name: 'web', permission: 'granted' });
  const storage: typeof memory.storage = {
    ...memory.storage,
    async set(key: string, text: string) {
      if (key === CURSOR) write({ type: 'cursor', device, cursor: Number(text) });
      await memory.storage.set(key, text);
    },
  };
  let isConnected = false;
  let live: LiveConnection | undefined;
  let next: Address | undefined;
  let node: Address | undefined;
  let abandon = () => {};
  let abandoned = 0;
  let terminate = () => {};
  let isAsleep = false;
  const shown = new Set<string>();

  const client = createGatewayClient({
    url: 'http://fleet.invalid',
    storage,
    fetch: (url, init) => fetch(atNode(url, pick()), init),
    openSocket(url, protocols) {
      if (isAsleep) throw new Error('The app is closed.');
      node = next ?? pick();
      next = undefined;
      const socket = new WebSocket(atNode(url, node).replace(/^http/, 'ws'), protocols);
      const to = node.name;
      socket.on('error', ({ message }) => {
        const [, status] = /^Unexpected server response: (\d+)$/.exec(message) ?? [];
        if (status) write({ type: 'turned-away', device, node: to, status: Number(status) });
      });
      socket.on('close', (code) => write({ type: 'closed', device, code }));
      terminate = () => socket.terminate();
      let isLeft = false;
      socket.on('close', () => void (abandoned -= isLeft ? 1 : 0));
      return abandonable(socket, (leave) => {
        abandon = () => {
          if (isLeft || socket.readyState !== WebSocket.OPEN) return;
          isLeft = true;
          abandoned++;
          leave();
        };
      });
    },
  });
  const push = createPush({
    platform: { ...memory, storage, webPushSubscription: async () => receiver?.subscription },
    gateway: {
      ...client,
      connect(token, listener) {
        live = client.connect!(token, {
          ...listener,
          onState(state) {
            if (isConnected !== (state === 'connected')) {
              isConnected = state === 'connected';
              write({ type: 'connection', device, isConnected, node: node?.name });
            }
            listener.onState(state);
          },
        });
        return live;
      },
    },
    router: createDeepLinkRouter(),
  });
  push.on('received', ({ id, data }) => {
    const n = String(data['n']);
    shown.add(n);
    write({ type: 'shown', device, n, id });
  });
  // Forwards what arrived, as a page's service worker does.
  receiver?.listen((message) => {
    write({ type: 'pushed', device, n: String(message.data['n']), id: message.id });
    memory.emit({ type: 'message', message });
  });

  await push.start();
  const subscriptions = topics.map((topic) => push.subscribeToTopic(topic));
  await Promise.all(subscriptions);
  const token = await new Promise<string>((resolve) => {
    const look = () => {
      const { token: given } = push.device.get();
      if (given !== undefined && isConnected) resolve(given);
      else setTimeout(look, 20);
    };
    look();
  });
  write({ type: 'device', device, topics, hasWebPush: receiver !== undefined });
  return {
    name: device,
    token,
    hasWebPush: receiver !== undefined,
    node: () => node?.name,
    isConnected: () => isConnected,
    abandoned: () => abandoned,
    moveTo(to) {
      next = to;
      abandon();
      live?.wake();
    },
    lose: () => terminate(),
    setAsleep(value) {
      isAsleep = value;
      write({ type: 'asleep', device, isAsleep });
      if (isAsleep) terminate();
      else live?.wake();
    },
    hasShown: (n) => shown.has(n),
    stop: () => push.stop(),
  };
}

const atNode = (url: string, node: Address) =>
  node.url + url.slice(url.indexOf('/', '12345678'.length));

/** A socket that can be abandoned silently: the client considers it closed, the server does not. */
function abandonable(socket: WebSocket, give: (abandon: () => void) => void): GatewaySocket {
  const closings: ((event: { code: number }) => void)[] = [];
  let isLeft = false;
  give(() => {
    isLeft = true;
    socket.pause();
    setTimeout(() => socket.terminate(), ABANDONED_MS);
    for (const tell of closings) tell({ code: 1006 });
  });
  const addEventListener = (type: string, listener: (event: never) => void) => {
    if (type === 'close') closings.push(listener as (event: { code: number }) => void);
    const unlessLeft = (event: unknown) => void (isLeft || listener(event as never));
    socket.addEventListener(type as 'message', unlessLeft);
  };
  return {
    addEventListener,
    send: (text) => void (isLeft || socket.send(text)),
    close: () => void (isLeft || socket.close()),
  };
}
