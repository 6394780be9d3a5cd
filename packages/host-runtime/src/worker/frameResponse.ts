import { FRAME_POLICY, framePage } from '../frame/framePage.ts';

/**
 * The page of frames as a response of a service worker, so that mini-apps in frames open offline. It has the policy that makes
 * its origin opaque. `reportUri` is where browsers report violations: `report-uri`, since Chromium reports nothing from a page
 * with an opaque origin whose policy has `report-to`.
 *
 * @example
 * if (new URL(event.request.url).pathname === '/app/frame.html') event.respondWith(frameResponse());
 */
export function frameResponse({ reportUri }: { reportUri?: string } = {}): Response {
  const policy =
    reportUri === undefined ? FRAME_POLICY : `${FRAME_POLICY}; report-uri ${reportUri}`;
  return new Response(framePage(), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
    },
  });
}
