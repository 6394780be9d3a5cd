import { fileURLToPath } from 'node:url';

import { ADMIN_TOKEN, newAppId, uploadsOf } from '@host/server/testing';
import { build } from 'esbuild';
import { expect, inject, it } from 'vitest';

import { sha256Of, startServer } from './api-client/startServer.ts';
import { launchBrowser } from './launchBrowser.ts';

const CHROMIUM = inject('chromiumPath');

/** The client as a script for pages. */
async function clientScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from '@host/api-client';`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'apiClient',
    write: false,
  });
  return outputFiles[0]!.text;
}

it.skipIf(CHROMIUM === undefined)(
  'the client works in a browser: it reads, changes, uploads and is told what is wrong',
  async () => {
    const { server, origin } = await startServer();
    const browser = await launchBrowser(CHROMIUM!);
    try {
      const appId = newAppId();
      const zip = Buffer.from(new Map(await uploadsOf(appId, '1.0.0')).get('ios.zip')!);
      const upload = { appId, version: '1.0.0', size: zip.length, sha256: sha256Of(zip) };
      const page = await browser.newPage();
      await page.goto(`${origin}/health`);
      await page.evaluate(
        await clientScript().then((script) => `${script};globalThis.it = apiClient`),
      );
      const seen = await page.evaluate(`(async () => {
        const client = it.createApiClient({ baseUrl: location.origin, token: '${ADMIN_TOKEN}' });
        const upload = ${JSON.stringify(upload)};
        const bytes = Uint8Array.from(atob('${zip.toString('base64')}'), (c) => c.charCodeAt(0));
        const progress = [];
        const onProgress = ({ sentBytes }) => progress.push(sentBytes);
        const bodies = { 'ios.zip': new Blob([bytes]), 'android.zip': bytes, 'web.maps.zip': new Blob([bytes]).stream() };
        for (const [file, body] of Object.entries(bodies)) {
          await client.uploadArtifact({ ...upload, file, body, onProgress });
        }
        const found = await client.findArtifact(upload.appId, '1.0.0', 'web.maps.zip');
        const issued = await client.issueToken({ name: 'Page', scopes: ['read'], expiresInSeconds: 60 });
        const refusal = await client.resolve(upload.appId, { platform: 'ios', hostVersion: '1.0.0' }).catch((error) => error);
        return { found, progress, name: issued.name, isError: refusal instanceof it.ApiClientError, code: refusal.code };
      })()`);
      expect(seen).toEqual({
        found: { size: upload.size, sha256: upload.sha256 },
        progress: [0, upload.size, 0, upload.size, 0, upload.size],
        name: 'Page',
        isError: true,
        code: 'mini-program-not-found',
      });
    } finally {
      await browser.close();
      await server.close();
    }
  },
);
