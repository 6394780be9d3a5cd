import { HostError, type HostServices } from '@host/miniapp-sdk/host';

import { withDeadline } from '../common/deadline.ts';
import { codeOf } from '../common/toFailure.ts';
import { identityOf } from './identityOf.ts';
import type { ServiceContext } from './ServiceContext.types.ts';

/** The HTTP calls of one mini-app. */
export function apiService(context: ServiceContext): HostServices['api'] {
  const { options, limits, resolution } = context;
  const { appId } = resolution;
  return {
    async request(method, path, body) {
      const never = new AbortController().signal;
      const answer = await withDeadline(
        limits.apiMs,
        `${method} ${path}`,
        never,
        async (signal) => {
          // Without consent, the call is made anonymously, as public data is available to everybody.
          const token = await identityOf(context, (session) => session.tokenFor(appId));
          const request = { appId, method, path, body, signal };
          return options.api.request({ ...request, ...(token !== undefined && { token }) });
        },
      ).catch((error: unknown) => {
        throw toHostError(error, `${method} ${path}`);
      });
      if (answer.status >= 200 && answer.status < 300) return answer.body;
      throw refusal(answer, `${method} ${path}`);
    },
  };
}

function refusal({ status, body }: { status: number; body: unknown }, what: string): HostError {
  const { detail } = (body ?? {}) as { detail?: unknown };
  const text = typeof detail === 'string' ? detail : `${what} was answered with ${status}.`;
  if (status === 401) return new HostError('not-authenticated', text, status);
  if (status === 404) return new HostError('not-found', text, status);
  return new HostError('http-error', text, status);
}

function toHostError(error: unknown, what: string): HostError {
  if (error instanceof HostError) return error;
  const code = codeOf(error);
  if (code === 'timeout') return new HostError('timeout', `${what} took too long.`);
  return new HostError('offline', `${what} could not be sent.`);
}
