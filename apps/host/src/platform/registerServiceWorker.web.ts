import { BASE_PATH } from '../links/linking.ts';

/** Lets the host open offline. Browsers support service workers only on https pages and on localhost. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () =>
    navigator.serviceWorker
      .register(`${BASE_PATH}service-worker.js`, { scope: BASE_PATH })
      // The host works without a service worker.
      .catch(() => undefined);
  // After the load event, so that it does not compete with what the first screen needs.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register());
}
