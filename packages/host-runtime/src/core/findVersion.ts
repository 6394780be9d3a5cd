import type { Resolution } from '@host/contracts';

import { RuntimeError } from '../common/deadline.ts';
import { codeOf } from '../common/toFailure.ts';
import { type Choice, chooseOffline, chooseVersion } from './chooseVersion.ts';
import type { Runtime } from './Runtime.ts';

const UNREACHABLE: ReadonlySet<string | undefined> = new Set(['offline', 'timeout', 'unavailable']);

/** The version to open: the registry's answer, or a cached one if the registry is unreachable. */
export async function findVersion(
  runtime: Runtime,
  appId: string,
  signal: AbortSignal,
): Promise<Choice> {
  let resolution: Resolution;
  try {
    resolution = await runtime.resolve(appId, signal);
  } catch (reason) {
    return findKept(runtime, appId, reason, signal);
  }
  return chooseNamed(runtime, resolution);
}

async function findKept(
  { records, options }: Runtime,
  appId: string,
  reason: unknown,
  signal: AbortSignal,
): Promise<Choice> {
  const code = codeOf(reason);
  const isUnreachable = UNREACHABLE.has(code ?? 'unavailable');
  const record = await records.find(appId);
  const offline = isUnreachable ? chooseOffline(record, options.hostVersion) : undefined;
  if (offline && !signal.aborted) return offline;
  throw code ? reason : new RuntimeError('unavailable', 'No answer.', { cause: reason });
}

async function chooseNamed(runtime: Runtime, resolution: Resolution): Promise<Choice> {
  const { records, options, limits, now } = runtime;
  const { appId, name, icon, version } = resolution;
  const { blocked } = (await records.find(appId)) ?? {};
  const isLifted = blocked && (blocked.version !== version || now() - blocked.at > limits.blockMs);
  const record = await records.change(appId, {
    name,
    ...(icon !== undefined && { icon }),
    openedAt: now(),
    ...(isLifted && { blocked: undefined }),
  });
  return chooseVersion(resolution, record, options.hostVersion);
}
