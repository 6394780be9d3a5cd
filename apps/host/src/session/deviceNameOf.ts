import type { Translate } from '@host/contracts/messages';

// What imitates others comes before them: every browser says that it is Safari as well.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/** Where somebody is signed in, in words, by what their browser or app says of itself. */
export function deviceNameOf(
  userAgent: string | undefined,
  t: Translate<'deviceOn' | 'unknownDevice'>,
): string {
  const nameIn = (names: readonly [RegExp, string][]) =>
    names.find(([form]) => form.test(userAgent ?? ''))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser !== undefined && system !== undefined) return t('deviceOn', { browser, system });
  return browser ?? system ?? t('unknownDevice');
}
