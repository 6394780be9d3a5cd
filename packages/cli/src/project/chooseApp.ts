import { AppId, Version } from '@host/contracts';
import * as z from 'zod/mini';

import { usageError } from '../terminal/CliError.ts';
import type { Context } from '../terminal/Context.types.ts';
import { readProject } from './MiniAppProject.ts';

/** A mini-app, and optionally one of its versions. */
export interface AppChoice {
  appId: string;
  version?: string;
}

/**
 * Chooses the mini-app: the one given, as `com.acme.orders` or `com.acme.orders@1.4.0`, or the one in this folder, if
 * `named` is only a version or missing.
 */
export async function chooseApp(
  { cwd }: Pick<Context, 'cwd'>,
  named: string | undefined,
  flag?: string,
): Promise<AppChoice> {
  const [first = '', second] = (named ?? '').split('@');
  const isVersion = z.safeParse(Version, first).success;
  const version = isVersion ? first : second;
  const appId = (isVersion ? undefined : first || undefined) ?? flag ?? (await appIdOf(cwd, named));
  demand(AppId, appId, 'is no mini-app’s id', 'An id looks like com.acme.orders.');
  if (version === undefined) return { appId };
  demand(Version, version, 'is no version', 'A version looks like 1.4.0.');
  return { appId, version };
}

/** The same if a version is required. */
export async function chooseVersion(
  context: Pick<Context, 'cwd'>,
  named: string | undefined,
  flag?: string,
): Promise<Required<AppChoice>> {
  const choice = await chooseApp(context, named, flag);
  if (choice.version !== undefined) return { ...choice, version: choice.version };
  throw usageError(
    'No version is given.',
    `Name one, for example 1.4.0 or ${choice.appId}@1.4.0; \`miniapp list ${choice.appId}\` shows them.`,
  );
}

async function appIdOf(cwd: string, named: string | undefined): Promise<string> {
  try {
    return (await readProject(cwd)).manifest.appId;
  } catch {
    throw usageError(
      'Which mini-app? None is named, and this folder holds none.',
      `Name it, for example com.acme.orders${named === undefined ? '' : `@${named}`}, or run this in its folder.`,
    );
  }
}

function demand(schema: z.ZodMiniType, value: string, problem: string, fix: string): void {
  if (!z.safeParse(schema, value).success) throw usageError(`"${value}" ${problem}.`, fix);
}
