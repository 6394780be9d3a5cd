import { type Browser, chromium } from 'playwright-core';

/**
 * Disables browser UI that Chromium renders as a page of its own for every window, which takes more CPU time than opening
 * the page under test.
 */
export const WITHOUT_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The features that Playwright disables by default: Chromium uses only the last such list, so they are repeated here. */
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
