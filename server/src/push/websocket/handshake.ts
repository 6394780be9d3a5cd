import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { LIVE_KEY_SUBPROTOCOL, LIVE_SUBPROTOCOL } from '@host/contracts';

import { bearerIn } from '../../http/headers/bearerIn.ts';
import { tokenOfKey } from '../devices/deviceToken.ts';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** 16 bytes in base64. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;
/** The characters of a token in headers (RFC 9110, 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const ANY_HOST = 'http://host';

/** Whether a request asks for an upgrade to WebSocket. */
export function wantsWebSocket(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket';
}

/** What a device asks for when it connects; undefined when the request is not a WebSocket handshake (RFC 6455, 4.2.1). */
export function readHandshake(request: IncomingMessage): Handshake | undefined {
  const { headers, httpVersionMajor, httpVersionMinor, url: target = '' } = request;
  const key = headers['sec-websocket-key'];
  const protocols = readProtocols(headers['sec-websocket-protocol']);
  const isPath = target.startsWith('/');
  const isHandshake =
    request.method === 'GET' &&
    httpVersionMajor === 1 &&
    httpVersionMinor >= 1 &&
    wantsWebSocket(request) &&
    headers['sec-websocket-version'] === '13' &&
    key !== undefined &&
    KEY.test(key) &&
    protocols !== undefined &&
    (isPath ? URL.canParse(target, ANY_HOST) : URL.canParse(target));
  if (!isHandshake) return undefined;
  return {
    // Not normalized: `//host/path` is not one of our paths, although `new URL` would find one in it.
    path: isPath ? target.split('?')[0]! : new URL(target).pathname,
    since: new URL(target, ANY_HOST).searchParams.get('since') ?? undefined,
    accept: createHash('sha1')
      .update(key + MAGIC)
      .digest('base64'),
    token: tokenIn(headers.authorization, protocols),
    isOurProtocol: protocols.includes(LIVE_SUBPROTOCOL),
  };
}

/** The offered subprotocols; undefined if the header is malformed, or one is offered twice (RFC 6455, 4.1). */
function readProtocols(offered: string | undefined): string[] | undefined {
  const protocols = offered === undefined ? [] : offered.split(',').map((each) => each.trim());
  const areNames = protocols.every((each) => TOKEN.test(each));
  return areNames && new Set(protocols).size === protocols.length ? protocols : undefined;
}

export interface Handshake {
  path: string;
  since: string | undefined;
  accept: string;
  /** The token of the device whose key was sent. */
  token: string | undefined;
  isOurProtocol: boolean;
}

// Browsers cannot set headers of a WebSocket, and a URL is not the place for a secret: they send the key as a subprotocol.
function tokenIn(authorization: string | undefined, protocols: string[]): string | undefined {
  const bearer = bearerIn(authorization);
  const key =
    bearer ??
    protocols
      .find((each) => each.startsWith(LIVE_KEY_SUBPROTOCOL))
      ?.slice(LIVE_KEY_SUBPROTOCOL.length);
  return key === undefined ? undefined : tokenOfKey(key);
}

/** The response that completes the handshake. */
export function acceptance(accept: string): string {
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    `Sec-WebSocket-Protocol: ${LIVE_SUBPROTOCOL}`,
    '\r\n',
  ].join('\r\n');
}
