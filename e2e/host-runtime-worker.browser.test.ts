import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { builtApp } from './host-runtime/builtApp.ts';
import { type TestBed, addressOf, startTestBed } from './host-runtime/openHost.ts';

const CHROMIUM = inject('chromiumPath');
const HELLO = 'com.example.hello';

/** Which version is shown comes from the host here, so that a file is the same in every version unless its source is not. */
const APP = `
import { NavigationContainer, Screen, Text, ToastProvider } from '@host/kit';
import { Suspense, lazy, useState } from 'react';

const First = lazy(() => import(/* webpackChunkName: "first" */ './First'));
const Second = lazy(() => import(/* webpackChunkName: "second" */ './Second'));

export default function App() {
  const [isFirst, setFirst] = useState(true);
  return (
    <ToastProvider>
      <NavigationContainer independent>
        <Screen>
          <Suspense fallback={<Text>Loading</Text>}>{isFirst ? <First /> : <Second />}</Suspense>
          <Text onPress={() => setFirst(false)}>Next</Text>
        </Screen>
      </NavigationContainer>
    </ToastProvider>
  );
}
`;
const screen = (text: string) => `
import { Text } from '@host/kit';

export default function Shown() {
  return <Text>${text}</Text>;
}
`;

function buildVersion(version: string, second: string) {
  const sources = {
    'src/App.tsx': APP,
    'src/First.tsx': screen('the first screen'),
    'src/Second.tsx': screen(second),
  };
  return builtApp('hello', { version }, { sources });
}

describe.skipIf(CHROMIUM === undefined)('with a service worker', () => {
  let bed: TestBed;
  beforeAll(async () => {
    bed = await startTestBed(CHROMIUM!);
  });
  afterAll(() => bed?.close());
  beforeEach(() => bed.reset());

  const fetched = () =>
    bed.registry.requests.flatMap((one) => /\/cdn\/.*\/web\/([^/]+)$/.exec(one)?.[1] ?? []);

  it.each(['realm', 'frame'] as const)(
    'an update in a %s fetches over the network only the files whose digest is new',
    async (isolation) => {
      const before = await buildVersion('1.0.0', 'the second screen');
      const after = await buildVersion('1.1.0', 'the second screen, new');
      const kept = new Set(bed.registry.filesOf(before).map(({ sha256 }) => sha256));
      const changed = bed.registry
        .filesOf(after)
        .filter(({ path, sha256 }) => path.endsWith('.js') && !kept.has(sha256))
        .map(({ path }) => path);

      bed.registry.release(before, { isolation });
      const page = await bed.open({ worker: 'yes' });
      const view = page.getByTestId(HELLO);
      const app = isolation === 'frame' ? view.frameLocator('iframe:not([hidden])') : view;
      const openAndLook = async (second: string) => {
        await page.evaluate(`test.show(['${HELLO}'])`);
        await app.getByText('the first screen').waitFor();
        await app.getByText('Next').click();
        await app.getByText(second, { exact: true }).waitFor();
        await page.evaluate('test.show([])');
      };
      await openAndLook('the second screen');
      expect(fetched().length).toBeGreaterThan(changed.length);

      bed.registry.requests.length = 0;
      bed.registry.release(after, { isolation });
      await openAndLook('the second screen, new');
      expect(fetched().toSorted()).toEqual(changed.toSorted());
      // The container knows the digest of each chunk, and the chunk of that screen is another one.
      expect(changed.filter((path) => path.includes('first'))).toEqual([]);
    },
  );

  it.each(['realm', 'frame'] as const)(
    'a mini-app in a %s opens with the server stopped and the browser offline',
    async (isolation) => {
      bed.registry.release(await builtApp('hello'), { isolation });
      const page = await bed.open({ worker: 'yes' });
      const view = page.getByTestId(HELLO);
      const app = isolation === 'frame' ? view.frameLocator('iframe:not([hidden])') : view;
      await page.evaluate(`test.show(['${HELLO}'])`);
      await app.getByText('visits: 1').waitFor();

      bed.registry.setDown(true);
      await page.context().setOffline(true);
      await page.goto(addressOf(bed.registry.origin, { apps: [HELLO], worker: 'yes' }));
      await expect(app.getByText('visits: 2').waitFor()).resolves.toBeUndefined();
    },
  );

  it('what was prefetched is not fetched again when it is opened', async () => {
    bed.registry.release(await builtApp('hello'), { isolation: 'realm' });
    const page = await bed.open({ worker: 'yes' });
    await page.evaluate(`test.host.prefetch(['${HELLO}'])`);
    await expect.poll(() => fetched().length).toBe(2);
    await page.evaluate(`test.show(['${HELLO}'])`);
    await page.getByTestId(HELLO).getByText('visits: 1').waitFor();
    expect(fetched()).toHaveLength(2);
  });
});
