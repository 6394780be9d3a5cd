import { HELLO, PORT } from './names.ts';

/**
 * The Content-Security-Policy that the page of frames comes with. It has no origin and no connections of its own: everything
 * that it asks for goes through the host. Before a mini-app runs, the page restricts itself further, to the mini-app's own
 * files (`OWN_POLICY`).
 */
export const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "style-src 'unsafe-inline' https: http:",
  'img-src https: http: data: blob:',
  'font-src https: http: data: blob:',
  'media-src https: http: data: blob:',
  "worker-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms',
].join('; ');

/**
 * The policy of a frame while its mini-app runs, as a script expression: `own` is the folder of the mini-app's files. Without
 * inline scripts, so that a nested frame cannot run any, which would have the globals that were removed from this one.
 */
const OWN_POLICY = `"default-src 'none'; script-src blob:; style-src 'unsafe-inline' " + own + "; img-src data: blob: " + own +
    "; font-src data: blob: " + own + "; media-src data: blob: " + own + "; worker-src 'none'; form-action 'none'; base-uri 'none'"`;

/** Waits for the host's port and the frame's script: with an opaque origin, a frame cannot cache scripts itself. */
const BOOT = `addEventListener('message', function hello({ source, data, ports }) {
  if (source !== parent || !data || data.type !== '${HELLO}' || !ports[0]) return;
  removeEventListener('message', hello);
  // Only a URL may be inserted into the policy, against injection.
  const own = /^https?:[^\\s;,]+\\/$/.test(data.filesUrl) ? data.filesUrl : '';
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = ${OWN_POLICY};
  document.head.append(policy);
  // They open connections that bypass the policy: browsers do not support the directive webrtc.
  for (const name of Object.getOwnPropertyNames(globalThis)) if (/RTC|^WebTransport/.test(name)) delete globalThis[name];
  globalThis.${PORT} = ports[0];
  ports[0].postMessage('{"type":"alive"}');
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
