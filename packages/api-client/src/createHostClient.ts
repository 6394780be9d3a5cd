import { type HostCalls, hostCalls } from './calls/hostCalls.ts';
import { type ObservationCalls, observationCalls } from './calls/observationCalls.ts';
import type { ApiClientOptions } from './createApiClient.ts';
import { createTransport } from './transport/createTransport.ts';

/** What hosts ask a server while mini-apps run, without a token. */
export type HostClient = HostCalls & Pick<ObservationCalls, 'reportVersion'>;

/**
 * A client with only the calls that hosts make: the full client also bundles the schemas of all answers to operators.
 */
export function createHostClient(options: Pick<ApiClientOptions, 'baseUrl' | 'fetch'>): HostClient {
  const transport = createTransport(options);
  const observations = observationCalls(transport);
  return {
    ...hostCalls(transport),
    reportVersion: (...report) => observations.reportVersion(...report),
  };
}
