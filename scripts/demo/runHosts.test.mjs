import { expect, it } from 'vitest';

import { Hosts } from './runHosts.mjs';

const APP = 'com.acme.shop';
const DAY_MS = 24 * 60 * 60 * 1000;

it('nobody in the demo opens a version on the days after it was paused', async () => {
  const story = {
    firstDay: 3,
    miniApps: [
      {
        appId: APP,
        installs: 6,
        versions: [{ version: '1.0.0' }, { version: '2.0.0', crashesOnStart: 2 }],
        screens: ['home'],
        tracks: ['buy'],
      },
    ],
    crashes: [],
    complaints: [[APP, 'It is slow']],
  };
  let today = 0;
  const reported = [];
  const call = async (_, path, { body } = {}) => {
    if (path.includes('/resolve')) return { version: today > 1 ? '2.0.0' : '1.0.0' };
    if (path.endsWith('/reports')) reported.push([today, body.kind, body.version]);
    return undefined;
  };
  const random = { oneOf: ([first]) => first, below: () => 0 };
  const built = new Map([[APP, { crashAt: new Map() }]]);
  const hosts = new Hosts(story, { random, call, built });
  // Days count down to today, which is 0.
  for (const day of [3, 2, 1]) {
    today = day;
    await hosts.runDay(day, (10 - day) * DAY_MS);
  }
  const kindsOf = (day) =>
    new Set(reported.filter(([of]) => of === day).map(([, ...how]) => how.join(' ')));
  expect(kindsOf(3)).toEqual(new Set(['loaded 2.0.0']));
  expect(kindsOf(2)).toEqual(new Set(['crashed-on-start 2.0.0']));
  expect([...kindsOf(1)]).not.toContain('loaded 2.0.0');
  expect([...kindsOf(1)]).toContain('loaded 1.0.0');
});
