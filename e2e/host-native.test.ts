import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { openHostBundle, runHostBundle } from '@host/headless-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { documentedBlock } from '../scripts/build/documentedBlock.ts';
import { pnpm } from '../scripts/build/pnpm.mjs';
import { bundleForGradle } from './host/bundleForGradle.ts';
import { bundleForXcode } from './host/bundleForXcode.ts';
import { type Carrier, startCarrier } from './host/startCarrier.ts';
import { setAside } from './host/setAside.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';

const HOST = fileURLToPath(new URL('../apps/host', import.meta.url));
/** Where a developer's own native projects are meanwhile. */
const KEPT = join(HOST, 'node_modules/.kept-by-tests');
/** The server that the bundles were built for. */
const SERVER = 'http://localhost:8080';
const BUILD_MS = 1_200_000;
const PATIENT = { timeoutMs: 60_000 };

const LIMITS = { loadMs: 120_000, blockedMs: 120_000, runMs: 240_000 };

/** A locale as each system writes it, what is said in it, also by a mini-app and of it, and which way it goes. */
const LANGUAGES = [
  {
    ios: 'de-AT',
    android: 'de_AT',
    orders: 'Bestellungen',
    settings: 'Einstellungen',
    look: 'Darstellung',
    signIn: 'Melde dich an, um deine Bestellungen zu sehen',
    to: 'ltr',
  },
  {
    ios: 'es-ES',
    android: 'es_ES',
    orders: 'Pedidos',
    settings: 'Ajustes',
    look: 'Aspecto',
    signIn: 'Inicia sesión para ver tus pedidos',
    to: 'ltr',
  },
  {
    ios: 'ar-EG',
    android: 'ar_EG',
    orders: 'الطلبات',
    settings: 'الإعدادات',
    look: 'المظهر',
    signIn: 'سجّل الدخول لرؤية طلباتك',
    to: 'rtl',
  },
  {
    ios: 'zh-Hans-CN',
    android: 'zh_CN_#Hans',
    orders: '订单',
    settings: '设置',
    look: '外观',
    signIn: '登录后查看你的订单',
    to: 'ltr',
  },
] as const;

const BUILDS = [
  { platform: 'ios', bundle: bundleForXcode },
  { platform: 'android', bundle: bundleForGradle },
] as const;

/** What files of Hermes begin with. */
const BYTECODE = 'c61fbc03c103191f';

let server: Platform;
const putBack: (() => Promise<void>)[] = [];

beforeAll(async () => {
  for (const { platform } of BUILDS) {
    putBack.push(await setAside(join(HOST, platform), join(KEPT, platform)));
  }
  const block = await documentedBlock('apps/host/README.md', 'sh', 'pnpm native');
  const own = (await pnpm()).join(' ');
  const here = block.replace(/^pnpm /, `${own} `);
  await promisify(execFile)('sh', ['-e', '-c', here], { cwd: HOST });
  server = await startPlatform();
}, BUILD_MS);
afterAll(async () => {
  await server?.stop();
  for (const put of putBack) await put();
});

describe.each(BUILDS)('the reference host in its $platform project', (build) => {
  const { platform, bundle } = build;
  let carrier: Carrier;
  /** By what is said in a language: names come in it, and Hermes runs with answers that are known beforehand. */
  const answersIn = new Map<string, Carrier['answers']>();
  let output = '';
  let folder = '';
  let bytecode = '';
  beforeAll(async () => {
    carrier = await startCarrier(server.baseUrl);
    output = await mkdtemp(join(tmpdir(), `host-${platform}-`));
    const built = await bundle(HOST, output);
    folder = built.folder;
    bytecode = built.bytecode;
    // By the name under which the headless host looks for it.
    await copyFile(built.script, join(folder, 'index.bundle'));
  }, BUILD_MS);
  afterAll(async () => {
    await carrier?.stop();
    await rm(output, { recursive: true, force: true });
  });

  it('is bundled by the call of its build system, with the chunks beside it', async () => {
    const text = await readFile(join(folder, 'index.bundle'), 'utf8');
    // The component that the native projects start, and the server that it talks to.
    expect(text).toMatch(/registerComponent\(["']host["']/);
    expect(text).toContain(SERVER);
    expect(await readdir(folder)).toContain('src_screens_SettingsScreen_tsx.chunk.bundle');
  });

  it('is compiled by the compiler of Hermes that its build system finds', async () => {
    const file = await readFile(bytecode);
    expect(file.subarray(0, 8).toString('hex')).toBe(BYTECODE);
  });

  it('shows the catalog on V8, and opens a mini-app and a screen of its own', async () => {
    const host = await openHostBundle({
      dir: folder,
      platform,
      component: 'host',
      servers: { [SERVER]: carrier.baseUrl, [server.baseUrl]: carrier.baseUrl },
      limits: LIMITS,
    });
    try {
      await host.waitForText('Orders', PATIENT);
      await host.press('Settings');
      await host.waitForText('Appearance', PATIENT);
      await host.back();
      await host.press('Orders');
      await host.waitForText('Sign in to see your orders', PATIENT);
      expect(host.errors()).toEqual([]);
    } finally {
      await host.close();
    }
  }, 300_000);

  it('does the same on Hermes, with what the server answered', async () => {
    const { errors, texts } = await runHostBundle({
      dir: folder,
      platform,
      component: 'host',
      answers: carrier.answers,
      steps: [
        { waitForText: 'Orders', ...PATIENT },
        { press: 'Settings' },
        { waitForText: 'Appearance', ...PATIENT },
        { back: true },
        { press: 'Orders' },
        { waitForText: 'Sign in to see your orders', ...PATIENT },
      ],
      limits: LIMITS,
    });
    expect(errors).toEqual([]);
    expect(texts).toContain('Sign in to see your orders');
  }, 300_000);

  it.each(LANGUAGES)(
    `speaks $${platform} on V8, as does a mini-app in it, and tells the system which way it goes`,
    async (language) => {
      const host = await openHostBundle({
        dir: folder,
        platform,
        component: 'host',
        locale: language[platform],
        servers: { [SERVER]: carrier.baseUrl, [server.baseUrl]: carrier.baseUrl },
        limits: LIMITS,
      });
      try {
        await host.waitForText(language.orders, PATIENT);
        await host.press(language.settings);
        await host.waitForText(language.look, PATIENT);
        await host.back();
        await host.press(language.orders);
        await host.waitForText(language.signIn, PATIENT);
        expect(host.direction()).toBe(language.to);
        expect(host.errors()).toEqual([]);
        answersIn.set(language.orders, { ...carrier.answers });
      } finally {
        await host.close();
      }
    },
    300_000,
  );

  it.each(LANGUAGES)(
    `speaks $${platform} on Hermes, as does a mini-app in it`,
    async (language) => {
      const { errors, texts, direction } = await runHostBundle({
        dir: folder,
        platform,
        component: 'host',
        locale: language[platform],
        answers: answersIn.get(language.orders)!,
        steps: [
          { waitForText: language.orders, ...PATIENT },
          { press: language.settings },
          { waitForText: language.look, ...PATIENT },
          { back: true },
          { press: language.orders },
          { waitForText: language.signIn, ...PATIENT },
        ],
        limits: LIMITS,
      });
      expect(errors).toEqual([]);
      expect(texts).toContain(language.signIn);
      expect(direction).toBe(language.to);
    },
    300_000,
  );
});
