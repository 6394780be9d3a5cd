import { readInstallId } from '@host/host-runtime';
import { createIndexedDbStore } from '@host/host-runtime/web';

import { leaveEarlyCatalog } from './earlyGlobal.ts';

// Small, and before the host: it asks for the catalog while the host is still on its way.
leaveEarlyCatalog({ asked: askForCatalog().catch(() => undefined) });

async function askForCatalog() {
  const installId = await readInstallId(createIndexedDbStore('host'));
  const query = new URLSearchParams({ platform: 'web', hostVersion: HOST_VERSION, installId });
  const url = `${location.origin}/v1/mini-programs?${query.toString()}`;
  const response = fetch(url, { headers: { accept: 'application/json' } });
  // The host hears of it; until then nobody has to.
  response.catch(() => undefined);
  return { url, response };
}
