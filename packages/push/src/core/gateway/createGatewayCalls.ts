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

/** Sends a call to the gateway; rejects with a PushError if it is unreachable, refuses, or sends an invalid response. */
export type AskGateway = <Value>(call: GatewayCall<Value>) => Promise<Value>;

/** Sends the calls of a device to the gateway, each with a timeout. */
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

/** Ignores that something is missing already, since then there is nothing to do. */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof PushError) || error.status !== 404) throw error;
}

/** Whether the gateway requires proof that a token belongs to this device. */
export function isProofWanted(error: unknown): boolean {
  return error instanceof PushError && error.code === 'proof-required';
}
