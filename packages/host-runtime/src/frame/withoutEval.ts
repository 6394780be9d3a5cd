import { config } from 'zod/mini';

/**
 * Stops zod from generating code: the frame's policy forbids eval, and browsers report even zod's feature test as a violation.
 * All copies of zod 4 in a page share this setting, including the one in a mini-app.
 */
export function withoutEval(): void {
  config({ jitless: true });
}
