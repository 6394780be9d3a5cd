import type { Scheme } from '../theme/createAppearance.ts';

/** Has the page itself, and what the browser draws around it, follow a choice in place of the system. */
export function followScheme(scheme: Scheme): void {
  const parts = document.querySelectorAll<HTMLMetaElement | HTMLStyleElement>('[data-scheme]');
  for (const part of parts) {
    const own = part.dataset['scheme'];
    if (scheme === 'system') part.media = `(prefers-color-scheme: ${own})`;
    else part.media = scheme === own ? 'all' : 'not all';
  }
}
