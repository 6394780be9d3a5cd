import { type Browser, chromium } from 'playwright-core';

/**
 * What a browser shows below its address bar is a page of its own, which Chromium loads for every window. That takes the
 * processor longer than opening what is tested.
 */
export const WITHOUT_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright leaves out because pages would behave otherwise: Chromium takes one list, the last that it is given. */
const WITHOUT_SURPRISES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Starts a browser that the tests of a file share: each has a context of its own. */
export function launchBrowser(executablePath: string, moreArgs: string[] = []): Promise<Browser> {
  const without = [...WITHOUT_ADDRESS_BAR, ...WITHOUT_SURPRISES];
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--disable-features=${without.join(',')}`, ...moreArgs],
  });
}
