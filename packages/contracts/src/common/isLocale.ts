import { CLIENT_LIMITS } from './clientLimits.ts';

const FORM = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,7}$/;

/** Whether a text is a BCP 47 tag of a language and an optional region: `de`, `en-GB`, `zh-Hans`. */
export function isLocale(text: string): boolean {
  return FORM.test(text) && text.length <= CLIENT_LIMITS.localeLength;
}
