import { CliError } from './CliError.ts';
import { createPalette, wantsColor } from './Palette.ts';
import { printable, printableJson } from './printable.ts';
import { toCliError } from './toCliError.ts';

/** Shows an error, as text or as JSON, and returns the exit code. */
export function reportError(thrown: unknown, { stdout, stderr, env, json }: ErrorStreams): number {
  const error = thrown instanceof CliError ? thrown : toCliError(thrown);
  const { message, fix, code, exitCode, details } = error;
  if (json) {
    const shown = { ok: false, error: { code, message, fix, ...details } };
    stdout.write(`${printableJson(shown)}\n`);
  } else if (code !== 'cancelled' || fix !== '') {
    // A cancelled prompt has printed its own message.
    const color = createPalette(wantsColor(stderr, env));
    stderr.write(`${color.red('✖')} ${printable(message).replaceAll('\n', '\n  ')}\n`);
    if (fix) stderr.write(`  ${printable(fix).replaceAll('\n', '\n  ')}\n`);
  }
  if (env['DEBUG']?.split(',').includes('miniapp')) {
    const stack = (error.cause as Error | undefined)?.stack ?? error.stack;
    stderr.write(`${printable(String(stack))}\n`);
  }
  return exitCode;
}

interface ErrorStreams {
  stdout: { write(text: string): unknown };
  stderr: { isTTY?: boolean; write(text: string): unknown };
  env: NodeJS.ProcessEnv;
  json: boolean;
}
