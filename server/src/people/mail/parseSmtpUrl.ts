/** The connection to a mail server. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps://`). */
  secure: boolean;
  /** Without TLS, nothing is sent: neither the password nor a mail. */
  requireTLS: boolean;
  auth: { user: string; pass: string } | undefined;
}

type Parsed = { ok: true; server: SmtpServer } | { ok: false; problem: string };

const FORM = 'must be smtp://user:password@host:587 or smtps://user:password@host:465';
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Parses `SMTP_URL`. Errors do not repeat it, since it contains a password. */
export function parseSmtpUrl(text: string): Parsed {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isScheme(url.protocol) || url.hostname === '' || url.hash !== '') {
    return { ok: false, problem: FORM };
  }
  if (url.pathname !== '' && url.pathname !== '/') return { ok: false, problem: FORM };
  const { requireTLS = 'true', ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !['true', 'false'].includes(requireTLS)) {
    return { ok: false, problem: 'takes no parameter but requireTLS, which is true or false' };
  }
  const secure = url.protocol === 'smtps:';
  const user = decoded(url.username);
  const pass = decoded(url.password);
  if (user === undefined || pass === undefined) {
    return { ok: false, problem: 'has a user name or password that is not percent-encoded' };
  }
  return {
    ok: true,
    server: {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
      secure,
      requireTLS: !secure && requireTLS === 'true' && !LOOPBACK.test(url.hostname),
      auth: user === '' ? undefined : { user, pass },
    },
  };
}

function isScheme(protocol: string): protocol is keyof typeof PORTS {
  return protocol in PORTS;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
