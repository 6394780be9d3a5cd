import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const EXAMPLES = fileURLToPath(new URL('../../mini-apps/', import.meta.url));

/** Gives the example mini-apps something to show: what their `fixtures.json` answers, unless somebody filled them before. */
export async function fillExamples({ baseUrl, token }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const folder of await readdir(EXAMPLES)) {
    const { appId } = await readJson(`${EXAMPLES}${folder}/manifest.json`);
    const { api, user } = await readJson(`${EXAMPLES}${folder}/fixtures.json`);
    const collections = `${baseUrl}/v1/admin/mini-programs/${appId}/collections`;
    const { items: known } = await ask(fetch(collections, { headers }));
    for (const [request, documents] of Object.entries(api)) {
      const [, name] = /^GET \/[^/]+\/([^/]+)$/.exec(request) ?? [];
      if (name === undefined || known.some((collection) => collection.name === name)) continue;
      // What a mini-app shows to somebody who is signed in belongs to them.
      const body = JSON.stringify({ documents, private: user !== undefined });
      await ask(fetch(`${collections}/${name}`, { method: 'PUT', headers, body }));
    }
  }
}

async function ask(sent) {
  const response = await sent;
  if (response.ok) return response.json();
  throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
}

async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}
