import { AppId, Manifest, explainIssue, nameProblem } from '@host/contracts';
import { cancel, intro, isCancel, outro, select, text } from '@clack/prompts';
import * as z from 'zod/mini';

import { CliError, EXIT, usageError } from '../../terminal/CliError.ts';
import type { Output } from '../../terminal/Output.ts';
import { DEFAULT_TEMPLATE, TEMPLATES, type TemplateName, isTemplate } from './templates.ts';

/** The id and name of a new mini-app. */
export interface Identity {
  appId: string;
  name: string;
}

/** The identity, and the template. */
export interface Answers extends Identity {
  template: TemplateName;
}

/** As `check` and the server take it: a project that could not be published would be made in vain. */
const Name = Manifest.shape.name.check(
  z.refine((name) => nameProblem(name) === undefined, {
    error: ({ input }) => nameProblem(String(input)),
  }),
);
const EXAMPLE = 'for example --id com.acme.orders --name Orders';

/** Takes the identity from the flags, asks for the rest, or uses defaults if it is not interactive. */
export async function askIdentity(
  out: Output,
  given: { id?: string; name?: string; template?: string; yes?: boolean },
  folderName: string | undefined,
): Promise<Answers> {
  refuse(given.id, AppId, '--id');
  refuse(given.name, Name, '--name');
  const givenTemplate = readTemplate(given.template);
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
    const template = givenTemplate ?? DEFAULT_TEMPLATE;
    return { appId, name: given.name ?? likelyName(appId), template };
  }
  intro('A new mini-app');
  const appId = given.id ?? (await ask('Its id, a reverse domain', likelyId, AppId));
  const name = given.name ?? (await ask('Its name, as people see it', likelyName(appId), Name));
  const template = givenTemplate ?? (await askTemplate());
  outro('Writing the files');
  return { appId, name, template };
}

async function ask(message: string, likely: string, schema: z.ZodMiniType): Promise<string> {
  const answer = await text({
    message,
    placeholder: likely,
    defaultValue: likely,
    validate: (value) => problemOf(value || likely, schema),
  });
  return isCancel(answer) ? giveUp() : answer;
}

async function askTemplate(): Promise<TemplateName> {
  const answer = await select({
    message: 'What does it start from?',
    initialValue: DEFAULT_TEMPLATE,
    options: Object.entries(TEMPLATES).map(([value, description]) => {
      const [label = '', hint] = description.split(': ');
      return { value: value as TemplateName, label, ...(hint !== undefined && { hint }) };
    }),
  });
  return isCancel(answer) ? giveUp() : answer;
}

function giveUp(): never {
  cancel('Nothing was made.');
  throw new CliError('Cancelled.', '', { code: 'cancelled', exitCode: EXIT.interrupted });
}

function readTemplate(given: string | undefined): TemplateName | undefined {
  if (given === undefined || isTemplate(given)) return given;
  throw usageError(
    `There is no template ${given}.`,
    `Use one of ${Object.keys(TEMPLATES).join(', ')}.`,
  );
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
  const part = appId.split('.').at(-1)!.replaceAll(/-+/g, ' ');
  return part.charAt(0).toUpperCase() + part.slice(1);
}
