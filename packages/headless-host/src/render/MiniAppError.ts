import type { RunError } from '../report/Report.types.ts';

/**
 * An unfulfilled expectation of a test about a mini-app, with the contents of the screen and any thrown errors.
 */
export class MiniAppError extends Error {
  readonly errors: RunError[];

  constructor(problem: string, { tree, errors }: { tree: string; errors: RunError[] }) {
    const screen = tree === '' ? 'Nothing is on the screen.' : `On the screen:\n${indented(tree)}`;
    const thrown = errors.map((error) => `\n\n${describe(error)}`).join('');
    super(`${problem}\n\n${screen}${thrown}`);
    this.name = 'MiniAppError';
    this.errors = errors;
  }
}

function describe({ kind, message, at, stack }: RunError): string {
  const place = at === undefined ? '' : ` (${at})`;
  return `Error (${kind}): ${message}${place}${stack ? `\n${stack}` : ''}`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
