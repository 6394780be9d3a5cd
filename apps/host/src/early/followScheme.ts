import type { Scheme } from '../theme/createAppearance.ts';

/** Applies the chosen colour scheme to the page and to the browser's own UI, overriding the system's. */
export function followScheme(scheme: Scheme): void {
  const parts = document.querySelectorAll<HTMLMetaElement | HTMLStyleElement>('[data-scheme]');
  for (const part of parts) {
    const own = part.dataset['scheme'];
    if (scheme === 'system') part.media = `(prefers-color-scheme: ${own})`;
    else part.media = scheme === own ? 'all' : 'not all';
  }
}
