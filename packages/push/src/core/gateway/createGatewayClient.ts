import { path, withoutSlashes } from '@host/api-client/exchange';
import { LIVE_KEY_SUBPROTOCOL, LIVE_PATH, LIVE_SUBPROTOCOL, isGatewayToken } from '@host/contracts';

import type { PushStorage } from '../PushPlatform.types.ts';
import { anything, readPublicKey, readTopics } from './answers.ts';
import { createCredentials } from './createCredentials.ts';
import { createGatewayCalls, isProofWanted, unlessMissing } from './createGatewayCalls.ts';
import { createInboxCalls } from './createInboxCalls.ts';
import type { GatewayFetch, GatewaySocket, OpenSocket } from './GatewayPorts.types.ts';
import { connectLive } from './live/connectLive.ts';
import { createCursor } from './live/createCursor.ts';
import type { PushGateway } from './PushGateway.types.ts';

export interface GatewayClientOptions {
  /** The URL of the push gateway, `https://host.example`. */
  url: string;
  /** The storage for the device's key and cursor: the platform's. */
  storage: PushStorage;
  /** Returns the access token of the signed-in person, for registering the device as theirs and for their inbox. */
  accessToken?: (() => string | undefined | Promise<string | undefined>) | undefined;
  /** The package name or bundle id of this app. */
  app?: string | undefined;
  /** The timeout of a call; 15 seconds by default. */
  timeoutMs?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: GatewayFetch | undefined;
  /** Replaces the global WebSocket class. */
  openSocket?: OpenSocket | undefined;
  /** Replaces Math.random, for the jitter of reconnects. */
  random?: (() => number) | undefined;
}

// Declared here, since Node has none before version 22, so the shared types do not include it.
declare const WebSocket: new (...args: Parameters<OpenSocket>) => GatewaySocket;

/** The storage key that records that our device key is linked to a token of another service. */
const LINKED = 'gateway/linked';

/**
 * Creates the client of the push gateway: it registers the device, syncs its topics and the person's inbox, and holds the
 * live connection for messages.
 *
 * @example
 * const gateway = createGatewayClient({ url: 'https://host.example', storage: platform.storage });
 */
export function createGatewayClient(options: GatewayClientOptions): PushGateway {
  const { storage, app, random } = options;
  const url = withoutSlashes(options.url);
  const openSocket: OpenSocket =
    options.openSocket ?? ((at, protocols) => new WebSocket(at, protocols));
  const ask = createGatewayCalls({ ...options, baseUrl: url });
  const requireCredentials = createCredentials(storage, ask);
  const accessToken = async () => options.accessToken?.();
  const inbox = createInboxCalls(ask, storage, accessToken);
  /** The last received code that was not used yet. */
  let code: string | undefined;

  /** Registers the device for the signed-in person; a token of another service replaces our own. */
  const register: PushGateway['register'] = async ({ token: given, platform }) => {
    const { token: own, key } = await requireCredentials();
    const bearer = await accessToken();
    const registerToken = (token: string, replaced?: object) =>
      ask({
        method: 'POST',
        path: '/devices/register',
        bearer,
        // JSON leaves out undefined fields.
        json: { token, platform, app, key, ...replaced },
        answer: readTopics,
      });
    if (given === undefined || isGatewayToken(given)) {
      return { token: own, topics: await registerToken(own) };
    }
    if (!(await storage.get(LINKED))) await registerToken(own);
    // Our key still gives access to the device.
    const link = () => {
      const proof = code;
      code = undefined;
      return registerToken(given, { previousToken: own, previousKey: key, proof });
    };
    const topics = await link().catch((error: unknown) => {
      // The code can arrive before the response that says that it was sent.
      if (isProofWanted(error) && code !== undefined) return link();
      throw error;
    });
    await storage.set(LINKED, '1');
    return { token: given, topics };
  };

  /** Sends a call that is authenticated by the device's key. */
  async function askAsDevice(method: 'POST' | 'PUT' | 'DELETE', at: string, json?: object) {
    const { key: bearer } = await requireCredentials();
    await ask({ method, path: at, bearer, json, answer: anything });
  }

  async function openLive(since: number | undefined) {
    const { key } = await requireCredentials();
    const query = since === undefined ? '' : `?since=${since}`;
    // Browsers cannot set headers here, and a URL is no place for a secret, so the key is sent as a subprotocol.
    const protocols = [LIVE_SUBPROTOCOL, LIVE_KEY_SUBPROTOCOL + key];
    return openSocket(`${url.replace(/^http/, 'ws')}${LIVE_PATH}${query}`, protocols);
  }

  return {
    register,
    prove: (given) => void (code = given),
    unregister: (token) => askAsDevice('DELETE', path`/devices/${token}`).catch(unlessMissing),
    subscribe: (_, topic) => askAsDevice('PUT', path`/v1/push/topics/${topic}`),
    unsubscribe: (_, topic) => askAsDevice('DELETE', path`/v1/push/topics/${topic}`),
    webPushKey: () =>
      ask({ method: 'GET', path: '/v1/push/web-push', answer: readPublicKey }).catch(unlessMissing),
    schedule: ({ id, at, notification: { title, body, data, category, app: from } }) =>
      askAsDevice('PUT', scheduledPath(id), {
        sendAt: new Date(at).toISOString(),
        title,
        body,
        data,
        category,
        app: from,
      }),
    unschedule: (id) => askAsDevice('DELETE', scheduledPath(id)),
    attachWebPush: (subscription) => askAsDevice('POST', '/v1/push/web-push', subscription),
    connect(token, listener) {
      if (!isGatewayToken(token)) return undefined;
      const cursor = createCursor(storage, (at) => connection.send({ type: 'ack', cursor: at }));
      const connection = connectLive({ open: openLive, cursor, listener, random });
      return connection;
    },
    inbox,
  };
}

function scheduledPath(id: string): string {
  return path`/v1/push/scheduled/${id}`;
}
