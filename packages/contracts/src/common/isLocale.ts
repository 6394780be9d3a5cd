import { CLIENT_LIMITS } from './clientLimits.ts';

const FORM = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,7}$/;

/** Whether a text is a language and maybe a region, as BCP 47 writes them: `de`, `en-GB`, `zh-Hans`. */
export function isLocale(text: string): boolean {
  return FORM.test(text) && text.length <= CLIENT_LIMITS.localeLength;
}
