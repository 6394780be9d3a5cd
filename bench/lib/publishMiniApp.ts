import { buffer } from 'node:stream/consumers';

import { containerFile, containerName } from '@host/contracts';
import { ZipFile } from 'yazl';

import { ADMIN_TOKEN } from './startPlatform.ts';

type Files = Readonly<Record<string, string | Buffer>>;

/** Publishes a version through the API, as a publisher does: uploads, registers, releases it to everybody. */
export async function publishMiniApp(
  origin: string,
  { appId, version, webFiles = {} }: { appId: string; version: string; webFiles?: Files },
): Promise<void> {
  const manifest = JSON.stringify(federationManifest(appId));
  const built = {
    [containerFile(appId)]: `globalThis.${containerName(appId)} = {};`,
    'mf-manifest.json': manifest,
  };
  const uploads: Files = {
    'ios.zip': await zip(built),
    'android.zip': await zip(built),
    'web.zip': await zip({ ...built, ...webFiles }),
    'mf-manifest.json': manifest,
  };
  for (const [name, body] of Object.entries(uploads)) {
    await send(origin, 'PUT', `/v1/admin/artifacts/${appId}/${version}/${name}`, body);
  }
  await send(
    origin,
    'POST',
    '/v1/admin/mini-programs',
    JSON.stringify({
      appId,
      name: `Mini-app ${appId}`,
      version,
      manifestUrl: `${origin}/cdn/mini-apps/${appId}/${version}/mf-manifest.json`,
      bundleZipUrl: `${origin}/cdn/mini-apps/${appId}/${version}/\${platform}.zip`,
      permissions: ['storage', 'push'],
      minHostVersion: '1.0.0',
      description:
        'Orders, invoices and deliveries of a shop, with everything that is late on top.',
    }),
  );
  await send(origin, 'POST', `/v1/admin/mini-programs/${appId}/versions/${version}/release`, '{}');
}

async function send(
  origin: string,
  method: string,
  path: string,
  body: string | Buffer,
): Promise<void> {
  const response = await fetch(`${origin}${path}`, {
    method,
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      'content-type': method === 'POST' ? 'application/json' : 'application/octet-stream',
    },
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer}`);
}

async function zip(files: Files): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(content), path);
  archive.end();
  return buffer(archive.outputStream);
}

function federationManifest(appId: string) {
  const name = containerName(appId);
  return {
    id: name,
    name,
    metaData: { name, remoteEntry: { name: containerFile(appId), path: '' }, globalName: name },
    shared: [
      { name: 'react', version: '19.2.3', requiredVersion: '^19.2.0' },
      { name: 'react-native', version: '0.86.3', requiredVersion: '0.86.x' },
    ],
    remotes: [],
    exposes: [{ name: 'App', path: './App', assets: { js: { sync: [], async: [] } } }],
  };
}
