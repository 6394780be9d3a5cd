import { randomBytes } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import { type Finding, LIVE_PATH, LIVE_SUBPROTOCOL } from '@host/contracts';

import { PROBE_TIMEOUT_MS } from './probeTimeout.ts';

const what = 'addresses';
/** The server's answer to a handshake without a key. */
const WITHOUT_KEY = 401;

/** Checks that WebSocket handshakes get through to the server: proxies drop the Upgrade header unless configured to pass it. */
export async function checkWebSockets(gatewayUrl: string): Promise<Finding> {
  const status = await knock(gatewayUrl).catch(() => undefined);
  if (status === WITHOUT_KEY) {
    return { what, status: 'ok', detail: 'PUSH_GATEWAY_URL passes on WebSockets.' };
  }
  return {
    what,
    status: 'warning',
    detail: `PUSH_GATEWAY_URL does not pass on WebSockets: a handshake ${status === undefined ? 'is not answered' : `is answered ${status}`}.`,
    cure: 'Let the proxy pass on Upgrade and Connection, as deploy/nginx has it: devices use streams of events instead.',
  };
}

function knock(gatewayUrl: string): Promise<number> {
  const url = new URL(`${gatewayUrl}${LIVE_PATH}`);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      timeout: PROBE_TIMEOUT_MS,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        'sec-websocket-protocol': LIVE_SUBPROTOCOL,
      },
    });
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.end();
  });
}
