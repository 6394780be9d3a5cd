import {
  type ExchangeOptions,
  type ExchangeRequest,
  createExchange,
} from '@host/api-client/exchange';
import { type ErrorCode, fieldsOf, parseJson } from '@host/contracts';

import { PushError } from '../PushError.ts';
import type { ReadAnswer } from './answers.ts';

const PROOF_REQUIRED = 'device-proof-required' satisfies ErrorCode;

interface GatewayCall<Value> extends ExchangeRequest {
  /** Reads the answer. */
  answer: ReadAnswer<Value>;
}

/** Asks the gateway; rejects with a PushError when it cannot be reached, refuses, or answers what it should not. */
export type AskGateway = <Value>(call: GatewayCall<Value>) => Promise<Value>;

/** Sends the calls of a device to the gateway, each within a time. */
export function createGatewayCalls(options: ExchangeOptions): AskGateway {
  const exchange = createExchange(options);
  return async ({ answer, ...request }) => {
    const what = `${request.method} ${request.path}`;
    const { ok, status, text } = await exchange(request).catch(() => {
      throw new PushError('gateway-unreachable', `${what} got no answer.`);
    });
    const body = parseJson(text);
    const read = ok ? answer(body) : undefined;
    if (read !== undefined) return read;
    const isUnproven = fieldsOf(body)?.['code'] === PROOF_REQUIRED;
    const code = isUnproven ? 'proof-required' : 'gateway-refused';
    const refusal = ok ? 'not answered as expected' : `refused with ${status}`;
    throw new PushError(code, `${what} was ${refusal}.`, status);
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
