import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { LIVE_PATH, LIVE_SUBPROTOCOL, fieldsOf, readLiveServerMessage } from '@host/contracts';
import { WebSocket } from 'ws';

import type { Address } from './Balancer.ts';
import type { WriteEvent } from './FleetEvent.types.ts';

/** The topic that all of them are subscribed to. */
export const CROWD = 'crowd';
const REGISTERED_AT_ONCE = 40;
const PER_NETWORK = 1000;
const COME_BACK = /in (\d{1,6}) ms$/;
const RETRY_MS = 1000;

export interface CrowdOptions {
  count: number;
  pick: () => Address;
  write: WriteEvent;
}

/** Many lightweight devices: each is just a connection with a cursor, instead of a whole app. */
export interface Crowd {
  readonly size: number;
  /** Connects all of them at a rate. */
  connect(perSecond: number): Promise<void>;
  /** Drops all connections; all devices reconnect at once. */
  lose(): void;
  areConnected(): boolean;
  /** Whether all of them have shown a message. */
  haveShown(n: string): boolean;
  /** Disconnects all of them without reconnecting. */
  leave(): void;
}

/** Registers devices with the same requests as apps. */
export async function startCrowd(options: CrowdOptions): Promise<Crowd> {
  const { count, pick, write } = options;
  const members: Member[] = [];
  let made = 0;
  const making = Array.from({ length: REGISTERED_AT_ONCE }, async () => {
    while (made < count) {
      const index = made++;
      const name = `crowd-${index}`;
      const key = await register(pick, networkOf(index));
      write({ type: 'device', device: name, topics: [CROWD] });
      members.push(new Member(name, key, options));
    }
  });
  await Promise.all(making);
  return {
    size: count,
    async connect(perSecond) {
      for (const [index, member] of members.entries()) {
        member.open();
        if (index % perSecond === perSecond - 1) await wait(1000);
      }
    },
    lose: () => members.forEach((member) => member.lose()),
    areConnected: () => members.every((member) => member.isConnected),
    haveShown: (n) => members.every((member) => member.shown.has(n)),
    leave: () => members.forEach((member) => member.leave()),
  };
}

async function register(pick: () => Address, from: string): Promise<string> {
  const ask = async (method: string, path: string, json: object, bearer?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    };
    const asked = request(pick().url + path, { method, headers, localAddress: from });
    asked.end(JSON.stringify(json));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const said = await text(answer);
    if (answer.statusCode! >= 300) {
      throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${said}`);
    }
    return JSON.parse(said) as { token: string; key: string };
  };
  const { token, key } = await ask('POST', '/v1/push/tokens', {});
  await ask('POST', '/devices/register', { token, key, platform: 'web' });
  await ask('PUT', `/v1/push/topics/${CROWD}`, {}, key);
  return key;
}

/** Several networks, since the number of registrations per network and day is limited. */
const networkOf = (index: number) => `127.0.${1 + Math.floor(index / PER_NETWORK)}.1`;

class Member {
  readonly shown = new Set<string>();
  isConnected = false;
  readonly #name: string;
  readonly #key: string;
  readonly #options: CrowdOptions;
  #socket: WebSocket | undefined;
  #cursor: number | undefined;
  #hasLeft = true;

  constructor(name: string, key: string, options: CrowdOptions) {
    this.#name = name;
    this.#key = key;
    this.#options = options;
  }

  open(): void {
    this.#hasLeft = false;
    const { pick, write } = this.#options;
    const node = pick();
    const query = this.#cursor === undefined ? '' : `?since=${this.#cursor}`;
    const url = node.url.replace(/^http/, 'ws') + LIVE_PATH + query;
    const socket = new WebSocket(url, [LIVE_SUBPROTOCOL], {
      headers: { authorization: `Bearer ${this.#key}` },
      perMessageDeflate: false,
    });
    this.#socket = socket;
    let retryMs = 0;
    socket.on('error', () => (retryMs ||= RETRY_MS));
    socket.on('unexpected-response', (_, { statusCode = 0, headers }) => {
      write({ type: 'turned-away', device: this.#name, node: node.name, status: statusCode });
      retryMs = Number(headers['retry-after'] ?? 1) * 1000;
      socket.terminate();
    });
    socket.on('message', (bytes: Buffer) => this.#hear(bytes.toString(), node));
    socket.on('close', (code, reason) => {
      this.#become(false, node);
      if (code !== 1006) write({ type: 'closed', device: this.#name, code });
      const told = Number(COME_BACK.exec(reason.toString())?.[1] ?? retryMs);
      if (!this.#hasLeft) setTimeout(() => this.#hasLeft || this.open(), told);
    });
  }

  lose(): void {
    this.#socket?.terminate();
  }

  leave(): void {
    this.#hasLeft = true;
    this.isConnected = false;
    this.#socket?.terminate();
  }

  #become(isConnected: boolean, { name: node }: Address): void {
    if (this.#hasLeft || this.isConnected === isConnected) return;
    this.isConnected = isConnected;
    this.#options.write({ type: 'connection', device: this.#name, isConnected, node });
  }

  #hear(event: string, node: Address): void {
    const said = readLiveServerMessage(event);
    if (said?.type === 'hello') return this.#become(true, node);
    if (said?.type !== 'message') return undefined;
    const n = String(fieldsOf(said.push.data)?.['n']);
    this.shown.add(n);
    this.#options.write({ type: 'shown', device: this.#name, n, id: said.push.id });
    this.#cursor = said.cursor;
    this.#socket?.send(JSON.stringify({ type: 'ack', cursor: said.cursor }));
    return undefined;
  }
}
