import { HELLO, PORT } from './names.ts';

/**
 * The Content-Security-Policy of the page of frames. It has no origin and no connections of its own: everything that it asks
 * for goes through the host. All that runs in it is the mini-app's, so that inline scripts give it nothing that it does not
 * have.
 */
export const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "style-src 'unsafe-inline'",
  'img-src https: http: data: blob:',
  'font-src https: http: data:',
  'media-src https: http: data: blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms',
].join('; ');

/** Waits for the host, which brings a port and the frame's script. A frame without origin has no cache for scripts. */
const BOOT = `addEventListener('message', function hello({ source, data, ports }) {
  if (source !== parent || !data || data.type !== '${HELLO}' || !ports[0]) return;
  removeEventListener('message', hello);
  globalThis.${PORT} = ports[0];
  ports[0].postMessage({ type: 'alive' });
  const script = document.createElement('script');
  script.src = URL.createObjectURL(new Blob([data.script], { type: 'text/javascript' }));
  document.head.append(script);
});`;

/**
 * The page that a frame shows; the same for every host. Serve it from the host's own origin with `FRAME_POLICY` as its
 * Content-Security-Policy: a page that has an origin is handed nothing.
 *
 * @example
 * writeFileSync('dist/frame.html', framePage());
 */
export function framePage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mini-app</title>
<style>html,body,#root{height:100%;margin:0}body{overflow:hidden}#root{display:flex}</style>
<script>${BOOT}</script>
</head>
<body><div id="root"></div></body>
</html>
`;
}
