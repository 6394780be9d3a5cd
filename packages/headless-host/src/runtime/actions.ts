import type { Clock } from './clock.ts';
import type { Errors } from './errors.ts';
import type { Gestures } from './gestures.ts';
import type { HostApp } from './Runtime.types.ts';
import { matches, showMatch } from './screen.ts';
import type { WireEvent, WireMatch, WireMiniApp, WireStep } from './wire.types.ts';

/** How long to wait for effects, responses of the host and transitions after an action. */
const SETTLE_MS = 500;
const POLL_MS = 20;

type StepOf<Kind extends WireStep['do']> = Extract<WireStep, { do: Kind }>;

/** The implementation of each step; it resolves to its value, or rejects with the failed expectation. */
export type Actions = {
  [Kind in Exclude<WireStep['do'], 'checkContainer'>]: (step: StepOf<Kind>) => unknown;
};

export function createActions(parts: {
  clock: Clock;
  gestures: Gestures;
  errors: Errors;
  host: () => HostApp;
  /** The surface of a mini-app, created if it has none. */
  surface: (app: string) => number;
  texts: (app: string) => string[];
  goBack: (rootTag: number) => boolean;
  /** Delivers a link to the running host. */
  followLink: (url: string) => void;
  /** Shows the host itself. */
  start: (rootTag: number) => void;
  /** Makes the host share the libraries of a script. */
  provide: (url: string) => void;
  emit: (event: WireEvent) => void;
}): Actions {
  const { clock, gestures, errors, host, surface, texts, emit } = parts;
  const openInHost = async (app: string, miniApp: WireMiniApp) => {
    if (miniApp.hostModules !== undefined) parts.provide(miniApp.hostModules);
    await host().open(app, miniApp, surface(app));
  };
  const settle = () => clock.sleep(SETTLE_MS);
  const textThat = (app: string, match: WireMatch) =>
    texts(app).find((text) => matches(match, text));

  return {
    async open({ app, miniApp, loadMs }) {
      emit({ event: 'opening', app });
      const before = errors.count();
      errors.setLoading(true);
      const failures: unknown[] = [];
      const opening = openInHost(app, miniApp).catch((error: unknown) => failures.push(error));
      const didSettle = await clock.settles(opening, loadMs);
      if (failures.length > 0 && errors.count() === before) errors.report('load', failures[0]);
      errors.setLoading(false);
      if (!didSettle) {
        const seconds = loadMs / 1000;
        throw new Error(
          `It has not loaded within ${seconds} s: something that it waits for never comes.`,
        );
      }
      if (failures.length > 0) throw new Error('It cannot be loaded.');
      emit({ event: 'loaded', app });
      await settle();
    },
    async start({ app }) {
      parts.start(surface(app));
      await settle();
    },
    async waitForText({ app, match, timeoutMs }) {
      const end = clock.now() + timeoutMs;
      for (;;) {
        const text = textThat(app, match);
        if (text !== undefined) return text;
        if (clock.now() >= end) {
          throw new Error(`${showMatch(match)} did not show within ${timeoutMs} ms.`);
        }
        await clock.sleep(POLL_MS);
      }
    },
    expectText({ app, match }) {
      const text = textThat(app, match);
      if (text === undefined) throw new Error(`Nothing shows ${showMatch(match)}.`);
      return text;
    },
    queryText: ({ app, match }) => textThat(app, match),
    expectCall({ app, call }) {
      const calls = host().calls(app);
      if (calls.some((one) => includes(one, call))) return;
      const made = calls.map((one) => `\n  ${JSON.stringify(one)}`).join('') || ' nothing';
      throw new Error(`It did not ask for ${JSON.stringify(call)}. It asked for:${made}`);
    },
    async press({ app, match }) {
      await gestures.press(surface(app), match);
      await settle();
    },
    async type({ app, into, text }) {
      await gestures.type(surface(app), into, text);
      await settle();
    },
    async back({ app }) {
      if (!parts.goBack(surface(app))) throw new Error('There is no screen to go back to.');
      await settle();
    },
    pause: ({ ms }) => clock.sleep(ms),
    async openLink({ url }) {
      parts.followLink(url);
      await settle();
    },
    async host({ app, method, argument }) {
      host().control(app, method, argument);
      await settle();
    },
    async close({ app }) {
      host().close(app);
      await settle();
    },
  };
}

/** Whether the actual value includes everything of the expected one. */
function includes(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.keys(expected).every((key) =>
    includes((actual as Record<string, unknown>)[key], (expected as Record<string, unknown>)[key]),
  );
}
