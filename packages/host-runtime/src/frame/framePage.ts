import { HELLO, PORT } from './names.ts';

/**
 * What the page of the frame may load: blobs made of verified bytes, pictures, fonts and media. No connections of its own,
 * since everything that it asks for goes through the host. All that runs here is the mini-app's, so that inline scripts
 * give it nothing that it does not have.
 */
export const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' blob:",
  "style-src 'unsafe-inline'",
  'img-src https: http: data: blob:',
  'font-src https: http: data:',
  'media-src https: http: data: blob:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** Waits for the host, which brings a port and the frame's script. A frame without origin has no cache for scripts. */
const BOOT = `addEventListener('message', function hello({ source, data, ports }) {
  if (source !== parent || !data || data.type !== '${HELLO}' || !ports[0]) return;
  removeEventListener('message', hello);
  globalThis.${PORT} = ports[0];
  const script = document.createElement('script');
  script.src = URL.createObjectURL(new Blob([data.script], { type: 'text/javascript' }));
  document.head.append(script);
});`;

/**
 * The page that a sandboxed frame shows; the same for every host. Serve it from the host's own origin, with `FRAME_POLICY`
 * and no other Content-Security-Policy.
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
<meta http-equiv="Content-Security-Policy" content="${FRAME_POLICY}">
<style>html,body,#root{height:100%;margin:0}#root{display:flex}</style>
<script>${BOOT}</script>
</head>
<body><div id="root"></div></body>
</html>
`;
}
