import type { Outcome } from '../Transport.types.ts';
import type { Http2Failure } from './Http2Client.types.ts';

/** The outcome of a request that got no answer. */
export function outcomeOfFailure(failure: Http2Failure): Outcome {
  if (failure === 'aborted') return { kind: 'aborted' };
  // `busy` means that our own queue was full, which says nothing about the push service.
  return { kind: 'retry', code: failure, scope: failure === 'busy' ? 'device' : 'service' };
}
