import * as z from 'zod/mini';

import { PushError } from '../PushError.ts';
import type { GatewayFetch } from './GatewayPorts.types.ts';

interface GatewayCall<Value> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The device key or the access token of a session. */
  bearer?: string | undefined;
  json?: object;
  /** What the answer has to be. */
  answer: z.ZodMiniType<Value>;
}

/** Asks the gateway; rejects with a PushError when it cannot be reached, refuses, or answers what it should not. */
export type AskGateway = <Value>(call: GatewayCall<Value>) => Promise<Value>;

/** Sends the calls of a device to the gateway, each within a time. */
export function createGatewayCalls(url: string, send: GatewayFetch, timeoutMs: number): AskGateway {
  return async ({ method, path, bearer, json, answer }) => {
    const what = `${method} ${path}`;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    const exchange = async () => {
      const response = await send(`${url}${path}`, {
        method,
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        // A token could go to somebody else.
        redirect: 'error',
        signal: controller.signal,
      });
      return { ok: response.ok, status: response.status, text: await response.text() };
    };
    try {
      const { ok, status, text } = await exchange().catch(() => {
        throw new PushError('gateway-unreachable', `${what} got no answer from the push gateway.`);
      });
      if (!ok) {
        const detail = `${what} was refused by the push gateway with ${status}.`;
        throw new PushError('gateway-refused', detail, status);
      }
      const parsed = z.safeParse(answer, text === '' ? undefined : parse(text));
      if (parsed.success) return parsed.data;
      throw new PushError('gateway-refused', `${what} was answered with something else.`, status);
    } finally {
      clearTimeout(timer);
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
