/**
 * The parts of the server that each console test depends on. They cannot be derived from imports: the tests open the built
 * console in a browser, on a server that is started for them. All of them depend on all of the console itself.
 */
const API_OF = {
  'confirmations.browser.test.ts': ['hosting/registry/', 'operations/', 'push/status/', 'people/'],
  'conflicts.browser.test.ts': ['hosting/mini-app-api/', 'hosting/registry/routes/releaseRoutes'],
  'demo.browser.test.ts': [],
  'devices.browser.test.ts': ['push/search/', 'people/personal-data/', 'people/sessions/'],
  'forms.browser.test.ts': ['operations/identity/', 'push/send/', 'hosting/'],
  'import.browser.test.ts': ['hosting/mini-app-api/'],
  'journey.browser.test.ts': ['push/send/', 'push/status/'],
  'lists.browser.test.ts': ['http/lists/sortedList', 'operations/audit/', 'operations/identity/'],
  'live.browser.test.ts': ['overview/Change', 'overview/change'],
  'oidc.browser.test.ts': ['operations/console/'],
  'preview.browser.test.ts': ['http/web-app/', 'hosting/registry/review/'],
  'push.browser.test.ts': ['push/send/', 'push/status/', 'push/templates/', 'push/search/'],
  'releases.browser.test.ts': ['hosting/registry/', 'operations/identity/'],
  'review.browser.test.ts': ['hosting/registry/review/', 'hosting/registry/routes/reviewRoutes'],
  'roles.browser.test.ts': ['operations/identity/', 'operations/console/'],
  'scroll.browser.test.ts': [],
  'shell.browser.test.ts': ['operations/console/', 'operations/identity/', 'http/web-app/'],
  'stacks.browser.test.ts': ['hosting/reports/crashes/'],
  'texts.browser.test.ts': ['overview/'],
  'unreadableMaps.browser.test.ts': ['hosting/reports/crashes/'],
};

/** The path prefixes in the server's sources that each console test depends on. */
export const CONSOLE_TESTS = Object.entries(API_OF).map(([name, starts]) => ({
  test: `e2e/console/${name}`,
  starts: ['apps/console/src/', ...starts.map((start) => `server/src/${start}`)],
}));
