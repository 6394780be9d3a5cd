import * as z from 'zod/mini';

import type { Output } from '../terminal/Output.ts';
import type { ExplainedError } from './explainError.ts';

/** Console output that a page sends. */
export const ConsoleLines = z.object({
  lines: z.array(
    z.object({ level: z.enum(['log', 'info', 'warn', 'error', 'debug']), text: z.string() }),
  ),
  leftOut: z.number(),
});
export type ConsoleLines = z.infer<typeof ConsoleLines>;

const MAX_LINES = 200;
const WINDOW_MS = 1000;

/** Shows the mini-app's console output in the terminal, limited so that the terminal stays readable. */
export class ConsoleOutput {
  readonly #out: Output;
  readonly #now: () => number;
  #since = 0;
  #shown = 0;
  #isCutSaid = false;

  constructor(out: Output, now: () => number = Date.now) {
    this.#out = out;
    this.#now = now;
  }

  show({ lines, leftOut }: ConsoleLines): void {
    if (this.#now() - this.#since >= WINDOW_MS) {
      this.#since = this.#now();
      this.#shown = 0;
      this.#isCutSaid = false;
    }
    let isCut = leftOut > 0;
    for (const { level, text } of lines) {
      const rows = text.split('\n');
      if (this.#shown + rows.length > MAX_LINES) {
        isCut = true;
        break;
      }
      this.#shown += rows.length;
      for (const row of rows) this.#out.line(`${this.#prefix(level)} ${row}`);
    }
    if (!isCut || this.#isCutSaid) return;
    this.#isCutSaid = true;
    this.#out.line(this.#out.color.dim('web … the rest is in the browser’s console'));
  }

  showError({ title, message, at, frame }: ExplainedError): void {
    const place = at === undefined ? '' : `\n${at}`;
    const lines = frame === undefined ? '' : `\n${frame}`;
    this.#out.fail(`${title}: ${message}${place}${lines}`);
  }

  #prefix(level: ConsoleLines['lines'][number]['level']): string {
    const { color } = this.#out;
    const paint = {
      log: color.dim,
      info: color.dim,
      debug: color.dim,
      warn: color.yellow,
      error: color.red,
    };
    return paint[level](`web ${level.padEnd(5)}`);
  }
}
