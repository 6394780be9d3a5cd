import type { OpenFailure, OpenFailureCode } from '../OpenFailure.types.ts';
import { RUNTIME } from './runtimeMessages.ts';

/** The failure codes for codes of the registry, the client and the runtime. */
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

const FINAL: ReadonlySet<OpenFailureCode> = new Set(['not-found', 'host-too-old', 'suspended']);

/** The failure to show for an error. The error's own message is only for reports, as it may contain anything. */
export function toFailure(error: unknown, fallback: OpenFailureCode = 'unavailable'): OpenFailure {
  const code = codeOf(error) ?? fallback;
  const required = requiredHostVersionOf(error);
  return {
    code,
    message: RUNTIME.texts[`failure.${code}`],
    retryable: !FINAL.has(code),
    ...(required !== undefined && { requiredHostVersion: required }),
  };
}

export function codeOf(error: unknown): OpenFailureCode | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  if (Object.hasOwn(MEANINGS, code)) return MEANINGS[code];
  return Object.hasOwn(RUNTIME.texts, `failure.${code}`) ? (code as OpenFailureCode) : undefined;
}

function requiredHostVersionOf(error: unknown): string | undefined {
  const { problem } = (error ?? {}) as { problem?: { requiredHostVersion?: unknown } };
  const required = problem?.requiredHostVersion;
  return typeof required === 'string' ? required : undefined;
}
