import { BASE_PATH } from '../links/linking.ts';

/** Lets the host open without a network. Browsers have it on https pages and on the machine itself alone. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () =>
    navigator.serviceWorker
      .register(`${BASE_PATH}service-worker.js`, { scope: BASE_PATH })
      // The host works without one.
      .catch(() => undefined);
  // What the first screen needs comes first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register());
}
