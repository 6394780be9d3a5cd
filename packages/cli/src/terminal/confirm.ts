import { confirm as ask, isCancel } from '@clack/prompts';

import { CliError, EXIT, usageError } from './CliError.ts';
import type { Output } from './Output.ts';
import { printable } from './printable.ts';

/** Asks before an irreversible action; if it is not interactive, `--yes` is required. */
export async function confirm(
  out: Output,
  question: string,
  isYes: boolean | undefined,
): Promise<void> {
  if (isYes) return;
  if (!out.isInteractive) {
    throw usageError(
      'This cannot be undone, and nobody is here to ask.',
      'Add --yes if you mean it.',
    );
  }
  const answer = await ask({ message: printable(question), initialValue: false });
  if (answer === true) return;
  const exitCode = isCancel(answer) ? EXIT.interrupted : EXIT.failed;
  throw new CliError('Nothing was changed.', '', { code: 'cancelled', exitCode });
}

/** Offers something optional; if it is not interactive, the answer is no. */
export async function offer(out: Output, question: string): Promise<boolean> {
  if (!out.isInteractive) return false;
  const answer = await ask({ message: printable(question) });
  if (isCancel(answer)) {
    throw new CliError('Cancelled.', '', { code: 'cancelled', exitCode: EXIT.interrupted });
  }
  return answer;
}
