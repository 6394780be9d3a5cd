import { randomUUID } from 'node:crypto';

import type { ReportKind } from '@host/contracts';

import type { ConsoleServer } from './startConsole.ts';

export const ORDERS = 'com.acme.orders';
export const PROMOS = 'com.acme.promos';
/** A text that must never be interpreted as HTML. */
export const SCRIPT = '<img src=x onerror="document.title=1">';

/** Publishes and releases mini-apps, and sends reports of hosts, all through the API. */
export async function fillServer({ server, client }: ConsoleServer): Promise<void> {
  await client.createPublisher({ id: 'acme', name: 'Acme' });
  const orders = { name: 'Orders', permissions: ['storage', 'push', 'analytics'] as const };
  await publish(ORDERS, '1.0.0', 100, {
    ...orders,
    description: 'What you bought, and where it is.',
  });
  await publish(ORDERS, '1.1.0', 10, {
    ...orders,
    permissions: ['storage', 'push', 'analytics', 'user'],
  });
  await publish(PROMOS, '2.3.0', 100, { name: 'Promos' });
  await publish('com.acme.parking', '0.9.0', undefined, { name: 'Parking', description: SCRIPT });
  await client.suspend('com.acme.parking', { reason: 'Charges twice.' });
  await client.assignApp(ORDERS, 'acme');

  async function publish(
    appId: string,
    version: string,
    percentage: number | undefined,
    {
      permissions,
      ...registration
    }: {
      name: string;
      description?: string;
      permissions?: readonly ('storage' | 'push' | 'analytics' | 'user')[];
    },
  ) {
    await server.publish(appId, version, {
      web: true,
      ...(percentage !== undefined && { percentage }),
      registration: { ...registration, ...(permissions && { permissions: [...permissions] }) },
    });
  }

  const report = (version: string, kind: ReportKind, install: number, message?: string) =>
    client.reportVersion(ORDERS, {
      version,
      platform: install % 2 === 0 ? 'ios' : 'android',
      hostVersion: '1.0.0',
      installId: `install-${install}`,
      kind,
      ...(message !== undefined && {
        message,
        stack: `Error: ${message}\n    at show (App.js:1:20)`,
      }),
      ...(kind === 'loaded' && { durationMs: 180 }),
    });
  for (let install = 0; install < 12; install++) await report('1.0.0', 'loaded', install);
  for (let install = 0; install < 6; install++) await report('1.1.0', 'loaded', install);
  await report('1.1.0', 'crashed', 3, `Cannot read ${SCRIPT}`);
  await report('1.1.0', 'complaint', 5, 'It shows the orders of last year.');

  const at = new Date().toISOString();
  const names = ['Home', 'Home', 'Home', 'Order', 'Order', 'Search', 'Help', 'Invoice'];
  await client.sendEvents(
    names.map((name, index) => ({
      id: randomUUID(),
      appId: ORDERS,
      version: '1.0.0',
      type: 'screen' as const,
      name,
      at,
      installId: `install-${index}`,
    })),
  );
  await client.replaceCollection(ORDERS, 'items', {
    documents: [
      { id: 'o-1', title: 'Coffee beans', total: 18.5 },
      { id: 'o-2', title: SCRIPT, total: 4 },
    ],
  });
}
