import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Registration } from '@host/contracts';

import { registrationOf, uploadsOf } from './createTestServer.ts';

/** Somebody else's CDN: a local server that records its requests. */
export interface ForeignCdn {
  origin: string;
  /** The paths of all requests, in order. */
  asked: string[];
  /** Serves the artifacts of a version at the addresses of its registration. */
  publish(appId: string, version: string): Promise<void>;
  /** The served files by path; deleting an entry makes it a 404. */
  files: Map<string, Buffer | string>;
  /** While set, answers every request instead of the files. */
  answer: RequestListener | undefined;
  close(): Promise<void>;
}

export async function startForeignCdn(): Promise<ForeignCdn> {
  const files: ForeignCdn['files'] = new Map();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = cdn.answer ?? answerWithFile;
    answer(request, response);
  });
  const answerWithFile: RequestListener = (request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200).end(file);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cdn: ForeignCdn = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    files,
    answer: undefined,
    async publish(appId, version) {
      for (const [name, content] of await uploadsOf(appId, version)) {
        files.set(`/mini-apps/${appId}/${version}/${name}`, content);
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return cdn;
}

/** A registration whose artifacts are on somebody else's origin, so that it needs no uploads. */
export function foreignRegistrationOf(
  appId: string,
  version: string,
  {
    origin = 'https://cdn.elsewhere.example',
    ...changes
  }: Partial<Registration> & { origin?: string } = {},
): Registration {
  const folder = `${origin}/mini-apps/${appId}/${version}`;
  return registrationOf(appId, version, {
    manifestUrl: `${folder}/mf-manifest.json`,
    bundleZipUrl: `${folder}/\${platform}.zip`,
    ...changes,
  });
}
