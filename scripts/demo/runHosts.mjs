import { inParallel } from './createCaller.mjs';

const HOST_VERSIONS = ['2.3.0', '2.4.0', '2.4.1'];
const PLATFORMS = ['android', 'android', 'ios', 'ios', 'web'];
const DAY_MS = 24 * 60 * 60 * 1000;
/** The share of installs that open a mini-app, by day of the week from Sunday. */
const BUSY = [0.45, 0.7, 0.72, 0.7, 0.74, 0.68, 0.5];
/** Events per request. */
const BATCH = 100;

/** Simulates the installs that open mini-apps: they resolve a version, open it, and report the outcome. */
export class Hosts {
  #installs = [];
  /** A cache of resolved versions, valid until something is released. */
  #versions = new Map();
  #story;
  #deps;

  constructor(story, deps) {
    this.#story = story;
    this.#deps = deps;
    for (const { appId, installs } of story.miniApps) {
      for (let n = 0; n < installs; n++) this.#installs.push(this.#newInstall(appId, n, installs));
    }
  }

  #newInstall(appId, n, installs) {
    const { random } = this.#deps;
    return {
      appId,
      id: `demo-${appId.split('.').at(-1)}-${String(n).padStart(4, '0')}`,
      platform: random.oneOf(PLATFORMS),
      hostVersion: random.oneOf(HOST_VERSIONS),
      network: this.#installs.length,
      // A third exists from the start; the others arrive over time.
      since: Math.round(this.#story.firstDay * Math.min(1, 1.5 - (1.5 * n) / installs)),
      cohorts: n % 20 === 0 ? 'beta' : undefined,
    };
  }

  /** Invalidates the resolved versions of these mini-apps. */
  forget(appIds) {
    for (const { id, appId } of this.#installs) if (appIds.has(appId)) this.#versions.delete(id);
  }

  async runDay(day, now) {
    const { random } = this.#deps;
    const busy = BUSY[new Date(now).getUTCDay()];
    const opened = this.#installs.filter(
      ({ since }) => since >= day && random.below(1000) < busy * 1000,
    );
    // Drawn sequentially, so that the same seed gives the same data.
    const chosen = opened.map((install) => ({
      install,
      loadMs: 120 + random.below(500),
      seed: random.below(1000),
    }));
    const events = [];
    await inParallel(chosen, async ({ install, loadMs, seed }) => {
      const version = await this.#versionOf(install);
      if (version === undefined) return;
      const crashes = this.#crashOnStart(install.appId, version, day);
      await this.#report(install, version, crashes ?? { kind: 'loaded', durationMs: loadMs });
      if (!crashes) this.#use(install, version, { events, seed, now });
    });
    await this.#failSome(day, chosen);
    this.forget(this.#crashedOn(day));
    events.sort((one, other) => (one.id < other.id ? -1 : 1));
    for (let start = 0; start < events.length; start += BATCH) {
      const body = { events: events.slice(start, start + BATCH) };
      await this.#deps.call('POST', '/v1/analytics/events', { body, from: start / BATCH });
    }
  }

  async #versionOf({ id, appId, platform, hostVersion, cohorts, network }) {
    if (this.#versions.has(id)) return this.#versions.get(id);
    const query = new URLSearchParams({
      platform,
      hostVersion,
      installId: id,
      ...(cohorts && { cohorts }),
    });
    const path = `/v1/mini-programs/${appId}/resolve?${query}`;
    // It has no release yet, or it is suspended.
    const found = await this.#deps.call('GET', path, { from: network }).catch(() => undefined);
    this.#versions.set(id, found?.version);
    return found?.version;
  }

  #crashOnStart(appId, version, day) {
    const miniApp = this.#story.miniApps.find((each) => each.appId === appId);
    const found = miniApp.versions.find((each) => each.version === version);
    if (found.crashesOnStart !== day) return undefined;
    return {
      kind: 'crashed-on-start',
      ...this.#failure(appId, 'TypeError: undefined is not a function', 'App.tsx'),
    };
  }

  /** Mini-apps with a version that crashed that day: the server paused it, so hosts resolve again. */
  #crashedOn(day) {
    const crashed = this.#story.miniApps.filter(({ versions }) =>
      versions.some(({ crashesOnStart }) => crashesOnStart === day),
    );
    return new Set(crashed.map(({ appId }) => appId));
  }

  /** Records analytics events, more on some days than on others. */
  #use({ id, appId }, version, { events, seed, now }) {
    const { screens, tracks } = this.#story.miniApps.find((each) => each.appId === appId);
    const seen = [
      ...screens.slice(0, 1 + (seed % screens.length)).map((name) => ({ type: 'screen', name })),
      ...(seed % 3 === 0 ? [{ type: 'track', name: tracks[seed % tracks.length] }] : []),
    ];
    for (const [index, event] of seen.entries()) {
      const at = new Date(now - (seed + index) * 1000).toISOString();
      events.push({
        ...event,
        id: `${id}-${Math.floor(now / DAY_MS)}-${index}`,
        appId,
        version,
        at,
        installId: id,
      });
    }
  }

  async #failSome(day, chosen) {
    const { crashes, complaints } = this.#story;
    for (const { appId, message, source, every } of crashes) {
      const hit = chosen.filter(
        ({ install, seed }) => install.appId === appId && seed % (every * 10) === 0,
      );
      for (const { install } of hit) {
        const version = this.#versions.get(install.id);
        if (version)
          await this.#report(install, version, {
            kind: 'crashed',
            ...this.#failure(appId, message, source),
          });
      }
    }
    const [appId, message] = complaints[day % complaints.length];
    const complains = chosen.find(({ install }) => install.appId === appId);
    const version = complains && this.#versions.get(complains.install.id);
    if (version && day % 4 === 1)
      await this.#report(complains.install, version, { kind: 'complaint', message });
  }

  #failure(appId, message, source) {
    const { crashAt } = this.#deps.built.get(appId);
    const frames = [crashAt.get(source), crashAt.get('App.tsx')].filter(Boolean);
    return { message, stack: [message, ...frames.map((frame) => `    ${frame}`)].join('\n') };
  }

  async #report({ id, appId, platform, hostVersion, network }, version, how) {
    // The stacks are in browsers' format.
    const body = {
      ...how,
      version,
      platform: how.stack ? 'web' : platform,
      hostVersion,
      installId: id,
    };
    await this.#deps.call('POST', `/v1/mini-programs/${appId}/reports`, { body, from: network });
  }
}
