import type { Observable } from '@host/miniapp-sdk/host';

import type { Scheme } from '../theme/createAppearance.ts';
import { SCHEME_QUESTION, type SchemeMessage } from './schemeMessages.ts';

/** Draws mini-apps in frames in the scheme of the host: tells each when it asks, and all when the person chooses another. */
export function tellFrames(scheme: Observable<Scheme>): void {
  const message = (): SchemeMessage => ({ type: 'host:scheme', scheme: scheme.get() });
  // Sandboxed frames have no origin that could be named.
  addEventListener('message', ({ source, data }) => {
    if (data === SCHEME_QUESTION) source?.postMessage(message(), { targetOrigin: '*' });
  });
  scheme.subscribe(() => {
    for (const { contentWindow } of document.querySelectorAll('iframe')) {
      contentWindow?.postMessage(message(), '*');
    }
  });
}
