import type { WritingDirection } from './Messages.types.ts';

const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|iw|ks|ps|sd|ug|ur|yi)(?:-|$)/i;

/**
 * The direction in which the language of a locale is written.
 *
 * @example
 * directionOf('ar-EG'); // 'rtl'
 */
export function directionOf(locale: string): WritingDirection {
  return RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr';
}
