import { type HostCalls, hostCalls } from './calls/hostCalls.ts';
import { type ObservationCalls, observationCalls } from './calls/observationCalls.ts';
import type { ApiClientOptions } from './createApiClient.ts';
import { createTransport } from './transport/createTransport.ts';

/** The calls that hosts make while mini-apps run, without a token. */
export type HostClient = HostCalls & Pick<ObservationCalls, 'reportVersion'>;

/**
 * A smaller client with only the calls that hosts make: the full client also bundles the schemas of all admin answers.
 */
export function createHostClient(options: Pick<ApiClientOptions, 'baseUrl' | 'fetch'>): HostClient {
  const transport = createTransport(options);
  const observations = observationCalls(transport);
  return {
    ...hostCalls(transport),
    reportVersion: (...report) => observations.reportVersion(...report),
  };
}
