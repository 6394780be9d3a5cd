import { HostError, type HostServices } from '@host/miniapp-sdk/host';

import { withDeadline } from '../common/deadline.ts';
import { codeOf } from '../common/toFailure.ts';
import { identityOf } from './identityOf.ts';
import type { ServiceContext } from './ServiceContext.types.ts';

/** The HTTP calls of one mini-app, to its own path and nowhere else. */
export function apiService(context: ServiceContext): HostServices['api'] {
  const { options, limits, resolution } = context;
  const { appId, path: ownPath } = resolution;
  return {
    async request(method, path, body) {
      const straight = straightPath(path, ownPath);
      if (straight === undefined) {
        throw new HostError(
          'path-not-allowed',
          ownPath === undefined
            ? `${path}: this mini-app has no path of its own yet.`
            : `${path} is not below /${ownPath}/, which is all that this mini-app may call.`,
        );
      }
      const never = new AbortController().signal;
      const answer = await withDeadline(
        limits.apiMs,
        `${method} ${path}`,
        never,
        async (signal) => {
          // Public data is there for everybody, so that without consent a call goes on without a name.
          const token = await identityOf(context, (session) => session.tokenFor(appId));
          const request = { appId, method, path: straight, body, signal };
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

/** The path as a server would read it, when that is still below the mini-app's own. */
function straightPath(path: string, ownPath: string | undefined): string | undefined {
  if (ownPath === undefined || !path.startsWith('/') || /[\\\s\u0000-\u001f]/.test(path)) {
    return undefined;
  }
  const { pathname, search, host } = new URL(path, 'http://own');
  // Encoded dots and slashes are read as plain ones by some servers.
  const isPlain = !/%2e|%2f|%5c/i.test(pathname) && !pathname.includes('//');
  const isOwn = pathname === `/${ownPath}` || pathname.startsWith(`/${ownPath}/`);
  return host === 'own' && isPlain && isOwn ? pathname + search : undefined;
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
