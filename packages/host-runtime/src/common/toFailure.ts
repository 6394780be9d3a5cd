import type { OpenFailure, OpenFailureCode } from '../OpenFailure.types.ts';

/** What a code of the registry, of a client or of the runtime means for whoever wants to open a mini-app. */
const MEANINGS: Readonly<Record<string, OpenFailureCode>> = {
  'mini-program-not-found': 'not-found',
  'no-release': 'not-found',
  'version-not-found': 'not-found',
  'artifact-not-found': 'load-failed',
  'mini-program-suspended': 'suspended',
  'host-too-old': 'host-too-old',
  'shared-unsatisfied': 'not-compatible',
  network: 'offline',
  timeout: 'timeout',
};

const MESSAGES: Readonly<Record<OpenFailureCode, string>> = {
  'not-found': 'This mini-app is not available.',
  suspended: 'This mini-app has been stopped by its operator.',
  'host-too-old': 'This mini-app needs a newer version of the app.',
  'not-compatible': 'This mini-app does not fit this version of the app.',
  offline: 'There is no connection, and this mini-app was not opened here before.',
  timeout: 'This took too long.',
  unavailable: 'The service does not answer as it should.',
  integrity: 'What was downloaded is not what was published, so it was not run.',
  signature: 'This mini-app is not signed by its publisher, so it was not run.',
  isolation: 'This mini-app needs a frame, which this app does not offer.',
  'load-failed': 'This mini-app could not be loaded.',
  'crashed-on-start': 'This mini-app failed when it started.',
  hung: 'This mini-app did not start in time.',
  misbehaved: 'This mini-app was stopped: it took up more of the app than it may.',
  crashed: 'This mini-app stopped working.',
};

const FINAL: ReadonlySet<OpenFailureCode> = new Set(['not-found', 'host-too-old', 'suspended']);

/** The failure to show for an error. The error's own words are for reports: they may be anything. */
export function toFailure(error: unknown, fallback: OpenFailureCode = 'unavailable'): OpenFailure {
  const code = codeOf(error) ?? fallback;
  const required = requiredHostVersionOf(error);
  return {
    code,
    message: MESSAGES[code],
    retryable: !FINAL.has(code),
    ...(required !== undefined && { requiredHostVersion: required }),
  };
}

export function codeOf(error: unknown): OpenFailureCode | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  if (Object.hasOwn(MEANINGS, code)) return MEANINGS[code];
  return Object.hasOwn(MESSAGES, code) ? (code as OpenFailureCode) : undefined;
}

function requiredHostVersionOf(error: unknown): string | undefined {
  const { problem } = (error ?? {}) as { problem?: { requiredHostVersion?: unknown } };
  const required = problem?.requiredHostVersion;
  return typeof required === 'string' ? required : undefined;
}
