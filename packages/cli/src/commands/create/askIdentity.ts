import { AppId, Manifest, explainIssue } from '@host/contracts';
import { cancel, intro, isCancel, outro, text } from '@clack/prompts';
import * as z from 'zod/mini';

import { CliError, EXIT, usageError } from '../../terminal/CliError.ts';
import type { Output } from '../../terminal/Output.ts';

/** Who a new mini-app is. */
export interface Identity {
  appId: string;
  name: string;
}

const Name = Manifest.shape.name;
const EXAMPLE = 'for example --id com.acme.orders --name Orders';

/** Takes the identity from the flags, asks for what is missing, and takes what is likely where it may not ask. */
export async function askIdentity(
  out: Output,
  given: { id?: string; name?: string; yes?: boolean },
  folderName: string | undefined,
): Promise<Identity> {
  refuse(given.id, AppId, '--id');
  refuse(given.name, Name, '--name');
  const likelyId = `com.example.${likelyPart(folderName)}`;
  const isAsking =
    !given.yes && out.isInteractive && (given.id === undefined || given.name === undefined);
  if (!isAsking && !given.yes && given.id === undefined) {
    throw usageError(
      'The new mini-app needs an id.',
      `Give it with flags, ${EXAMPLE}, or take what is likely with --yes.`,
    );
  }
  if (!isAsking) {
    const appId = given.id ?? likelyId;
    return { appId, name: given.name ?? likelyName(appId) };
  }
  intro('A new mini-app');
  const appId = given.id ?? (await ask('Its id, a reverse domain', likelyId, AppId));
  const name = given.name ?? (await ask('Its name, as people see it', likelyName(appId), Name));
  outro('Writing the files');
  return { appId, name };
}

async function ask(message: string, likely: string, schema: z.ZodMiniType): Promise<string> {
  const answer = await text({
    message,
    placeholder: likely,
    defaultValue: likely,
    validate: (value) => problemOf(value || likely, schema),
  });
  if (!isCancel(answer)) return answer;
  cancel('Nothing was made.');
  throw new CliError('Cancelled.', '', { code: 'cancelled', exitCode: EXIT.interrupted });
}

function refuse(value: string | undefined, schema: z.ZodMiniType, flag: string): void {
  const problem = value === undefined ? undefined : problemOf(value, schema);
  if (problem !== undefined)
    throw usageError(`${flag} ${value} does not fit: ${problem}.`, `Use it ${EXAMPLE}.`);
}

function problemOf(value: string | undefined, schema: z.ZodMiniType): string | undefined {
  const parsed = z.safeParse(schema, value, { error: explainIssue });
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

/** The last part of an id, from the name of a folder: `My Orders-2` → `myorders2`. */
function likelyPart(folderName = 'miniapp'): string {
  const cleaned = folderName.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return /^[a-z]/.test(cleaned) ? cleaned : `app${cleaned}`;
}

function likelyName(appId: string): string {
  const part = appId.split('.').at(-1)!;
  return part.charAt(0).toUpperCase() + part.slice(1);
}
