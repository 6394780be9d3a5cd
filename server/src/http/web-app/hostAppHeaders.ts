import { reportingHeaders, withReportUri } from '../policy-reports/reportingHeaders.ts';
import { EVERY_ANSWER, NO_DEVICES } from '../headers/securityHeaders.ts';

const EVERYWHERE = {
  ...EVERY_ANSWER,
  ...NO_DEVICES,
  'referrer-policy': 'same-origin',
};

/** The security headers of the host app, by the path of the file. They are strict, since mini-apps run in its pages. */
export function hostAppHeaders(addresses: Addresses): (path: string) => Record<string, string> {
  const host = hostHeaders(addresses);
  return (path) => (path === 'frame.html' ? FRAME_HEADERS : host);
}

interface Addresses {
  baseUrl: string;
  cdnUrl: string;
  pushGatewayUrl: string;
  production: boolean;
}

/** The origins that the host connects to, apart from its own and that of artifacts. */
function connectionsOf({ baseUrl, pushGatewayUrl, production }: Addresses): string {
  const gateway = new URL(pushGatewayUrl).origin;
  const isElsewhere = gateway !== new URL(baseUrl).origin;
  // For requests and the WebSocket.
  return `${isElsewhere ? ` ${gateway} ${gateway.replace(/^http/, 'ws')}` : ''}${production ? '' : DEV_SERVERS}`;
}

/** The dev servers of `miniapp start`. */
const DEV_SERVERS = ' http://localhost:* http://127.0.0.1:*';

function hostHeaders(addresses: Addresses): Record<string, string> {
  const cdn = new URL(addresses.cdnUrl).origin;
  const policy = policyOf({
    'default-src': "'none'",
    'script-src': `'self' ${cdn}`,
    // react-native-web writes its styles into the page.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': `'self' data: blob: https: ${cdn}`,
    'font-src': `'self' data: blob: ${cdn}`,
    'media-src': `'self' data: blob: ${cdn}`,
    'connect-src': `'self' ${cdn}${connectionsOf(addresses)}`,
    'worker-src': "'self'",
    'manifest-src': "'self'",
    // Mini-apps that are not trusted run in a sandboxed frame of this origin.
    'frame-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
  });
  return {
    ...EVERYWHERE,
    ...reportingHeaders(policy, addresses.baseUrl),
    // No script runs without a digest, even if the loader retries a tampered chunk without one.
    'integrity-policy': 'blocked-destinations=(script)',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/**
 * The page that one mini-app runs in: `FRAME_POLICY` of the host runtime, with reports of violations. Its scripts are
 * blobs of bytes that the host has verified; all of its requests go through the host. The page itself restricts images to
 * the files of its mini-app.
 */
export const FRAME_HEADERS = {
  ...EVERYWHERE,
  'x-dns-prefetch-control': 'off',
  'content-security-policy': withReportUri(
    policyOf({
      'default-src': "'none'",
      'script-src': "'unsafe-inline' blob:",
      'style-src': "'unsafe-inline' https: http:",
      'img-src': 'https: http: data: blob:',
      'font-src': 'https: http: data: blob:',
      'media-src': 'https: http: data: blob:',
      'worker-src': "'none'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
      // An opaque origin, also when it is opened outside of a frame.
      sandbox: 'allow-scripts allow-forms',
    }),
  ),
};

function policyOf(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
