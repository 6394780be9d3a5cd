import { config } from 'zod/mini';

/**
 * Has zod do without code made of text: the policy of the frame forbids that, and browsers report the try by which it finds out.
 * All copies of zod 4 in a page share this setting, so it holds for the one that a mini-app brings.
 */
export function withoutEval(): void {
  config({ jitless: true });
}
