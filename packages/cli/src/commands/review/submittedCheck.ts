import { readFile } from 'node:fs/promises';

import { LIMITS, SubmittedCheck } from '@host/contracts';
import * as z from 'zod/mini';

import type { CheckReport } from '../../check/checkProject.ts';
import { usageError } from '../../terminal/CliError.ts';

/** The parts of a check that are sent with a submission. */
type CheckParts = Pick<CheckReport, 'checks' | 'findings'> & {
  archives: readonly { platform: string; sha256: string }[];
};

/** Keeps the request within the limit for JSON bodies. */
const MAX_TEXT = LIMITS.jsonBodyBytes / 2;

/** A check for reviewers. Findings that do not fit are dropped, warnings first. */
export function submittedCheckOf({ checks, findings, archives }: CheckParts): SubmittedCheck {
  const isError = ({ severity }: { severity: string }) => severity === 'error';
  const errorsFirst = [...findings.filter(isError), ...findings.filter((each) => !isError(each))];
  let room = MAX_TEXT;
  const kept = errorsFirst
    .slice(0, LIMITS.checkFindings)
    .map(({ check, severity, message, file, line }) => ({
      check,
      severity,
      message: message.slice(0, LIMITS.checkMessageLength),
      ...(file !== undefined && { file: file.slice(-LIMITS.archivePathLength) }),
      ...(line !== undefined && { line }),
    }))
    .filter((finding) => (room -= JSON.stringify(finding).length) > 0);
  return {
    ok: !findings.some(isError),
    checks: [...checks],
    findings: kept,
    archives: archives.map(({ platform, sha256 }) => ({
      platform: platform as SubmittedCheck['archives'][number]['platform'],
      sha256,
    })),
  };
}

/** Reads the output of `miniapp check --json` from a file. */
export async function readCheck(path: string): Promise<SubmittedCheck> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw usageError(`${path} cannot be read: ${error.message}`, HOW);
  });
  try {
    return z.parse(SubmittedCheck, submittedCheckOf(JSON.parse(text) as CheckParts));
  } catch {
    throw usageError(`${path} is not what \`miniapp check --json\` prints.`, HOW);
  }
}

const HOW = 'Make it with `miniapp check --json > check.json`.';
