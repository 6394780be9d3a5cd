import { type ErrorCode, fieldsOf, parseJson } from '@host/contracts';

import { PushError } from '../PushError.ts';
import type { ReadAnswer } from './answers.ts';
import type { GatewayFetch } from './GatewayPorts.types.ts';

const PROOF_REQUIRED = 'device-proof-required' satisfies ErrorCode;

interface GatewayCall<Value> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The device key or the access token of a session. */
  bearer?: string | undefined;
  json?: object | undefined;
  /** Reads the answer. */
  answer: ReadAnswer<Value>;
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
          ...(json && { 'content-type': 'application/json' }),
        },
        ...(json && { body: JSON.stringify(json) }),
        // A token could go to somebody else.
        redirect: 'error',
        signal: controller.signal,
      });
      return { ok: response.ok, status: response.status, text: await response.text() };
    };
    try {
      const { ok, status, text } = await exchange().catch(() => {
        throw new PushError('gateway-unreachable', `${what} got no answer.`);
      });
      const read = ok ? answer(parseJson(text)) : undefined;
      if (read !== undefined) return read;
      const refusal = ok ? 'answered with something else' : `refused with ${status}`;
      const isUnproven = fieldsOf(parseJson(text))?.['code'] === PROOF_REQUIRED;
      const code = isUnproven ? 'proof-required' : 'gateway-refused';
      throw new PushError(code, `${what} was ${refusal}.`, status);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** For what is gone already: then there is nothing to do. */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof PushError) || error.status !== 404) throw error;
}

/** Whether the gateway wants to know that a token is this device's. */
export function isProofWanted(error: unknown): boolean {
  return error instanceof PushError && error.code === 'proof-required';
}
