import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { randomFrom } from '../../server/test/testing/random.mjs';
import { buildMiniApps } from './buildMiniApps.mjs';
import { createCaller } from './createCaller.mjs';
import { Hosts } from './runHosts.mjs';
import { Pushes } from './runPushes.mjs';
import { runRegistryDay } from './runRegistry.mjs';
import { startInPast } from './startInPast.mjs';
import * as story from './story.mjs';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How many of the devices stay connected while the demo runs. */
const STAY_CONNECTED = 40;
/** The file in the demo's folder with what is not part of a server's data. */
export const DEMO_FILE = 'demo.json';

/**
 * Fills an empty data folder with five weeks of simulated activity: every step is a request to the server, with its clock
 * set to when it would have happened. All random choices come from the seed; ids and secrets come from the server.
 */
export async function fillDemo({ dataDir, serverFolder, baseUrl, seed, signal, say }) {
  const random = randomFrom(seed);
  const built = await buildMiniApps(story.MINI_APPS, {
    signal,
    onBuilt: (name) => say(`demo: ${name} is built`),
  });
  const startedAt = Date.now();
  // The last day ends slightly before now, so that nothing is in the future.
  const timeOf = (day, hours = 0) => startedAt - day * DAY_MS - 3 * HOUR_MS + hours * HOUR_MS;
  const server = await startInPast({ serverFolder, dataDir, baseUrl, signal });
  try {
    await server.setTime(timeOf(story.FIRST_DAY, -2));
    const call = createCaller(server.url);
    const root = `Bearer ${(await readFile(join(dataDir, 'admin-token'), 'utf8')).trim()}`;
    const { as, people, password } = await admit(call, root, random);
    const { cdnUrl } = await call('GET', '/v1/config');
    const timeAfter = (hours) => new Date(startedAt + hours * HOUR_MS).toISOString();
    const deps = { call, url: server.url, as, people, random, built, cdnUrl, timeAfter };
    const plot = {
      ...story,
      miniApps: story.MINI_APPS,
      firstDay: story.FIRST_DAY,
      crashes: story.CRASHES,
      complaints: story.COMPLAINTS,
    };
    const hosts = new Hosts(plot, deps);
    const pushes = new Pushes(
      { ...plot, topics: story.TOPICS, pushes: story.PUSHES, runaway: story.RUNAWAY },
      deps,
    );
    for (let day = story.FIRST_DAY; day >= 0; day--) {
      if (day % 7 === 6) say(`demo: ${day + 1} days ago`);
      await server.setTime(timeOf(day));
      const changed = await runRegistryDay(day, { miniApps: story.MINI_APPS, ...deps });
      hosts.forget(changed);
      await server.setTime(timeOf(day, 1));
      await hosts.runDay(day, timeOf(day, 1));
      await server.setTime(timeOf(day, 2));
      await pushes.addDevices(day);
      await pushes.runDay(day);
    }
    await finish(pushes, timeOf(0, 2.5), server);
    pushes.disconnect();
    const connected = pushes.devices.filter(({ isAway }) => !isAway).slice(-STAY_CONNECTED);
    const about = {
      seed,
      filledAt: new Date(startedAt).toISOString(),
      person: { email: people[0].email, password },
      devices: connected.map(({ key, network }) => ({ key, network })),
    };
    await writeFile(join(dataDir, DEMO_FILE), `${JSON.stringify(about, null, 2)}\n`, {
      mode: 0o600,
    });
  } finally {
    await server.stop();
  }
}

/** Creates publishers, tokens for staff and for back ends that send, and people's accounts. */
async function admit(call, root, random) {
  for (const body of story.PUBLISHERS)
    await call('POST', '/v1/admin/publishers', { body, as: root });
  const secrets = new Map();
  for (const [who, { days, ...request }] of Object.entries(story.TOKENS)) {
    const body = { ...request, expiresInSeconds: days * 24 * 60 * 60 };
    const issued = await call('POST', '/v1/admin/tokens', { body, as: root });
    secrets.set(who, `Bearer ${issued.token}`);
  }
  const body = {
    name: 'Contractor, left in spring',
    role: 'viewer',
    expiresInSeconds: 90 * 24 * 60 * 60,
  };
  const left = await call('POST', '/v1/admin/tokens', { body, as: root });
  await call('DELETE', `/v1/admin/tokens/${left.id}`, { as: root });
  for (const [who, request] of Object.entries(story.SENDERS)) {
    const issued = await call('POST', '/v1/admin/server-keys', {
      body: request,
      as: secrets.get('ada'),
    });
    secrets.set(who, `key=${issued.key}`);
  }
  await call('PUT', '/v1/admin/publishers/metro/review', {
    body: { required: true },
    as: secrets.get('ada'),
  });
  const password = randomBytes(9).toString('base64url');
  const people = [];
  for (const [index, name] of story.PEOPLE.entries()) {
    const email = `${name
      .split(' ')[0]
      .normalize('NFD')
      .replaceAll(/[^a-z]/gi, '')
      .toLowerCase()}@example.com`;
    const from = 3000 + index;
    await call('POST', '/v1/accounts', {
      body: { email, password, name, locale: random.oneOf(['en', 'de', 'fr']) },
      from,
    });
    const signIn = () =>
      call('POST', '/v1/sessions', { body: { email, password, transport: 'body' }, from });
    people.push({ email, signIn });
  }
  const as = (who) => secrets.get(who) ?? root;
  return { as, people, password };
}

/** Simulates the last hours: an expired message, one that was collapsed into a newer one, and one scheduled for tomorrow. */
async function finish(pushes, now, server) {
  await server.setTime(now);
  const away = pushes.devices.find(({ isAway }) => isAway);
  await pushes.send({
    sender: 'shop',
    device: away,
    title: 'Your table is free',
    body: 'For the next minute',
    ttlHours: 1 / 60,
  });
  for (const score of ['1 : 0', '2 : 0']) {
    await pushes.send({
      sender: 'shop',
      device: away,
      title: 'Harbour – Hill',
      body: score,
      collapseKey: 'score',
    });
  }
  await pushes.send({
    sender: 'sam',
    topic: 'promotions',
    title: 'Tomorrow: beans for half the price',
    body: 'From nine o’clock on',
    sendAt: Date.now() + DAY_MS,
  });
}
