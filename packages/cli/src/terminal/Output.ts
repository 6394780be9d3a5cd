import { formatTable } from './formatTable.ts';
import { type Palette, createPalette, wantsColor } from './Palette.ts';
import { printable, printableJson } from './printable.ts';
import { type Progress, type ProgressStream, drawProgress, silentProgress } from './Progress.ts';

/** The output of a command for people. With `--json` it is silent, and the result is printed instead. */
export interface Output {
  color: Palette;
  /** Whether questions can be asked. */
  isInteractive: boolean;
  line(text?: string): void;
  /** Reports a finished step. */
  done(text: string): void;
  /** Shows a warning. */
  warn(text: string, fix?: string): void;
  fail(text: string, fix?: string): void;
  table(rows: readonly (readonly string[])[], align?: string): void;
  /** Starts a progress line on stderr. */
  progress(label: string): Progress;
  /** Prints a result for programs now, instead of at the end. Without `--json` nothing. */
  json(value: object): void;
  /** Removes any progress line. */
  clear(): void;
}

/** The streams and the environment of an output. */
export interface OutputOptions {
  stdin: { isTTY?: boolean };
  stdout: { isTTY?: boolean; write(text: string): unknown };
  stderr: ProgressStream;
  env: NodeJS.ProcessEnv;
  json: boolean;
}

export function createOutput({ stdin, stdout, stderr, env, json }: OutputOptions): Output {
  const color = createPalette(wantsColor(stdout, env));
  const drawsProgress = Boolean(stderr.isTTY) && !json && !env['CI'] && env['TERM'] !== 'dumb';
  let current: Progress = silentProgress;

  const line = (text = '') => {
    if (!json) stdout.write(`${printable(text)}\n`);
  };
  const marked = (mark: string, text: string, fix?: string) => {
    line(`${mark} ${text.replaceAll('\n', '\n  ')}`);
    if (fix !== undefined) line(`  ${color.dim(fix.replaceAll('\n', '\n  '))}`);
  };
  return {
    color,
    isInteractive: Boolean(stdin.isTTY && stdout.isTTY) && !json && !env['CI'],
    line,
    done: (text) => marked(color.green('✔'), text),
    warn: (text, fix) => marked(color.yellow('!'), text, fix),
    fail: (text, fix) => marked(color.red('✖'), text, fix),
    table: (rows, align) => {
      for (const row of formatTable(rows, align)) line(`  ${row}`);
    },
    progress(label) {
      current.end();
      current = drawsProgress
        ? drawProgress(stderr, createPalette(wantsColor(stderr, env)), label)
        : silentProgress;
      return current;
    },
    json(value) {
      if (json) stdout.write(`${printableJson({ ok: true, ...value })}\n`);
    },
    clear() {
      current.end();
      current = silentProgress;
    },
  };
}
