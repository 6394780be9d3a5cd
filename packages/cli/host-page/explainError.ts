import type { ExplainedError } from './messages.types.ts';
import { post } from './post.ts';

const MAX_STACK = 20_000;

/** An error in terms of the mini-app's own files. The dev server knows the source maps, and shows it in its terminal, too. */
export async function explainError(title: string, thrown: unknown): Promise<ExplainedError> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack = '' } = error;
  const text = name === 'Error' ? message : `${name}: ${message}`;
  const asked = { title, message: text, stack: stack.slice(0, MAX_STACK) };
  return (await post<ExplainedError>('/errors', asked)) ?? { title, message: text };
}
