import { createHash } from 'node:crypto';

const MINI_PROGRAMS = '/v1/admin/mini-programs';
const ARCHIVES = ['ios', 'android', 'web'];

/**
 * Simulates what publishers, reviewers and release managers did on a day: versions are published, reviewed and rolled out.
 * Returns the mini-apps whose resolved version may have changed.
 */
export async function runRegistryDay(day, { miniApps, built, call, as, cdnUrl, timeAfter }) {
  const changed = new Set();
  for (const miniApp of miniApps) {
    const { appId } = miniApp;
    for (const version of miniApp.versions) {
      if (version.day === day) await publish(miniApp, version);
      for (const [at, percentage] of version.steps) {
        if (at !== day) continue;
        const body = { percentage, ...(version.cohorts && { cohorts: version.cohorts }) };
        const release = `${MINI_PROGRAMS}/${appId}/versions/${version.version}/release`;
        await call('POST', release, { body, as: as('ray') });
        changed.add(appId);
      }
      if (day === 0 && version.comes) {
        const { inHours, percentage } = version.comes;
        const schedule = `${MINI_PROGRAMS}/${appId}/versions/${version.version}/schedule`;
        await call('POST', schedule, {
          body: { percentage, at: timeAfter(inHours) },
          as: as('ray'),
        });
      }
    }
  }
  return changed;

  async function publish({ appId, publisher, isReviewed }, version) {
    const { manifest, fixtures, icon, files } = built.get(appId);
    const isFirst = version === miniApps.find((each) => each.appId === appId).versions[0];
    const by = as(publisher);
    const of = `${appId}/${version.version}`;
    for (const [name, body] of files) {
      await call('PUT', `/v1/admin/artifacts/${of}/${name}`, { body, as: by });
    }
    const iconName = `${appId}.svg`;
    if (isFirst) {
      await call('PUT', `/v1/admin/icons/${iconName}?appId=${appId}`, { body: icon, as: by });
    }
    const digests = Object.fromEntries(
      ARCHIVES.map((platform) => [platform, digestOf(files.get(`${platform}.zip`))]),
    );
    const body = {
      appId,
      name: manifest.name,
      version: version.version,
      description: manifest.description,
      icon: `${cdnUrl}/icons/${iconName}`,
      permissions: [...manifest.permissions, ...(version.adds ?? [])],
      minHostVersion: manifest.minHostVersion,
      manifestUrl: `${cdnUrl}/mini-apps/${of}/mf-manifest.json`,
      bundleZipUrl: `${cdnUrl}/mini-apps/${of}/\${platform}.zip`,
      digests,
    };
    await call('POST', MINI_PROGRAMS, { body, as: by });
    if (isFirst) await fillCollections(appId, fixtures, by);
    if (isReviewed || version.notes) await submit(appId, version, { by, digests, isReviewed });
  }

  /** Fills collections from fixtures: the response to `GET /orders/items` becomes the collection `items`. */
  async function fillCollections(appId, { api = {} }, by) {
    for (const [route, documents] of Object.entries(api)) {
      const [, name] = /^GET \/[^/]+\/([a-z][a-z0-9_-]*)$/.exec(route) ?? [];
      if (name === undefined || !Array.isArray(documents)) continue;
      const at = `${MINI_PROGRAMS}/${appId}/collections/${name}`;
      await call('PUT', at, { body: { documents }, as: by });
    }
  }

  async function submit(appId, { version, notes, rejected }, { by, digests, isReviewed }) {
    const review = `${MINI_PROGRAMS}/${appId}/versions/${version}/review`;
    const check = {
      ok: true,
      checks: ['manifest', 'permissions', 'build', 'size', 'run'],
      findings: [],
      archives: Object.entries(digests).map(([platform, sha256]) => ({ platform, sha256 })),
    };
    const body = { notes: notes ?? `Version ${version}, as agreed.`, check };
    const { submission } = await call('POST', review, { body, as: by });
    if (!isReviewed && !rejected) return;
    const decision = rejected
      ? { decision: 'rejected', reasons: rejected, submission }
      : { decision: 'approved', submission };
    await call('POST', `${review}/decision`, { body: decision, as: as('rita') });
  }
}

function digestOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
