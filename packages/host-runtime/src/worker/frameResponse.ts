import { FRAME_POLICY, framePage } from '../frame/framePage.ts';

/**
 * The page of frames as a service worker answers it, so that mini-apps in frames open without a network. It comes with the
 * policy that takes its origin away. `reportUri` is where browsers report what that policy blocks: `report-uri`, since Chromium
 * reports nothing from a page without an origin whose policy has `report-to`.
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
