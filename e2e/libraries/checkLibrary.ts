import { execFile } from 'node:child_process';
import { join } from 'node:path';

import type { Platform } from '@host/contracts';

import { installedFolder } from './installedFolder.ts';

interface Finding {
  check: string;
  severity: string;
  message: string;
  fix?: string;
}

/** Why a library fails on a platform. */
export interface Failure {
  why: string;
  /** The library whose native part is missing, where that is the cause. */
  native?: string;
}

interface CheckOutput {
  ok: boolean;
  error?: { message: string };
  findings?: Finding[];
}

/** It is measured whether a library runs, not how large it is. */
const BUDGET = '50MB';

/** How a library with native code is called in what the check says. */
const NATIVE = /(?:^|\s)((?:@[\w.-]+\/)?[\w.-]+) has native code/;

/** What the project's own `miniapp check` says: why it fails, by platform, where it does. */
export async function checkLibrary(
  root: string,
  name: string,
  platforms: readonly Platform[],
): Promise<Map<Platform, Failure>> {
  const failing = new Map<Platform, Failure>();
  // Mostly all is well, and one process for all platforms takes the least.
  if ((await check(root, platforms)).ok) return failing;
  for (const platform of platforms) {
    const why = await whyFailing(root, name, platform);
    if (why !== undefined) failing.set(platform, why);
  }
  return failing;
}

async function whyFailing(
  root: string,
  name: string,
  platform: Platform,
): Promise<Failure | undefined> {
  const output = await check(root, [platform]);
  if (output.ok) return undefined;
  // On a busy machine a run can pass a limit of time, and the library would get the blame: it has a second chance.
  const isOfRun = output.findings?.some((one) => one.check === 'run') ?? false;
  const again = isOfRun ? await check(root, [platform]) : output;
  return again.ok ? undefined : causeOf(again, name);
}

function causeOf(output: CheckOutput, name: string): Failure {
  const problems = (output.findings ?? []).filter(({ severity }) => severity === 'error');
  const cause =
    // Others are installed beside it, and it may look for one of them.
    problems.find(({ message }) => message.startsWith(`${name} `)) ??
    // A step that was not reached says less than the error that stopped it.
    problems.find(({ message }) => !message.includes('Step ')) ??
    problems[0];
  const why = cause?.message ?? output.error?.message ?? 'it does not pass the check';
  const [, native] = NATIVE.exec(`${why} ${cause?.fix ?? ''}`) ?? [];
  return { why, ...(native !== undefined && { native }) };
}

function check(root: string, platforms: readonly Platform[]): Promise<CheckOutput> {
  const args = ['check', '--json', '--platform', platforms.join(','), '--budget', BUDGET];
  const env = { ...process.env, XDG_CONFIG_HOME: join(root, 'node_modules/.config') };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [commandOf(root), ...args],
      { cwd: root, env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout) as CheckOutput);
        } catch {
          reject(new Error(`miniapp check gave no report: ${stderr}`, { cause: error }));
        }
      },
    );
  });
}

/** The command that the project has installed, wherever that is above it. */
function commandOf(root: string): string {
  return join(installedFolder(root, '@host/cli'), 'dist/main.js');
}
