import { FRAME_POLICY, framePage } from '../frame/framePage.ts';

/**
 * The page of frames as a service worker answers it, so that mini-apps in frames open without a network. It comes with the
 * policy that takes its origin away.
 *
 * @example
 * if (new URL(event.request.url).pathname === '/app/frame.html') event.respondWith(frameResponse());
 */
export function frameResponse(): Response {
  return new Response(framePage(), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': FRAME_POLICY,
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
    },
  });
}
