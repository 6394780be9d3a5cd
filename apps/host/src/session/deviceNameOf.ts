import type { Translate } from '@host/contracts/messages';

// The order matters: browsers name each other in their user agent, and almost all of them name Safari.
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

/** A readable name for the device of a session, from its user agent. */
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
