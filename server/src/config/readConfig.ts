import { ConfigError } from '../errors/ConfigError.ts';
import type { ProxyTrust } from '../http/address/ProxyTrust.types.ts';
import type { OidcConfig } from '../people/issuer/OidcConfig.types.ts';
import { parseSmtpUrl } from '../people/mail/parseSmtpUrl.ts';
import { parseObjectsUrl } from '../storage/objects/parseObjectsUrl.ts';
import type { Config, MailConfig } from './Config.types.ts';
import { EnvironmentReader } from './EnvironmentReader.ts';
import { issuerProblem } from './issuerProblem.ts';
import { parseProxyTrust } from './parseProxyTrust.ts';
import { readConsoleOidc } from './readConsoleOidc.ts';
import { readPushServices } from './readPushServices.ts';
import { readTracing } from './readTracing.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the configuration from the environment, or throws a ConfigError that lists everything that is wrong with it. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = new EnvironmentReader(environment);
  const production = environment['NODE_ENV'] === 'production';
  const port = env.integer('PORT', { default: 8080, min: 0, max: 65_535 });
  const baseUrl = env.address('BASE_URL', `http://localhost:${port}`);

  const config: Config = {
    port,
    host: env.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    production,
    adminToken: env.secret('ADMIN_TOKEN', { required: production }),
    serverKey: env.secret('SERVER_KEY', { required: production }),
    peopleSecret: env.secret('PEOPLE_SECRET', {
      required: production && env.text('DATABASE_URL') !== undefined,
      where: ' and DATABASE_URL is set: all nodes need the same one',
    }),
    previous: {
      adminToken: readPrevious(env, 'ADMIN_TOKEN'),
      serverKey: readPrevious(env, 'SERVER_KEY'),
      peopleSecret: readPrevious(env, 'PEOPLE_SECRET'),
    },
    oidc: readOidc(env),
    consoleOidc: readConsoleOidc(env),
    mail: readMail(env),
    dataDir: env.text('DATA_DIR') ?? '.data',
    databaseUrl: env.check('DATABASE_URL', databaseProblem),
    natsUrl: env.check('NATS_URL', (text) => natsProblem(text, env.text('DATABASE_URL'))),
    objectsUrl: env.check('OBJECTS_URL', objectsProblem),
    baseUrl,
    consoleUrl: env.address('CONSOLE_URL', baseUrl),
    cdnUrl: env.address('CDN_URL', `${baseUrl}/cdn`),
    pushGatewayUrl: env.address('PUSH_GATEWAY_URL', baseUrl),
    hostOrigins: env.origins('HOST_ORIGINS'),
    cdnOrigins: env.origins('CDN_ORIGINS'),
    push: readPushServices(env, baseUrl),
    upstreamOrigins: env.origins('UPSTREAM_ORIGINS'),
    pauseThreshold: {
      installs: env.integer('PAUSE_INSTALLS', { default: 20, min: 1, max: 1e9 }),
      percent: env.integer('PAUSE_PERCENT', { default: 10, min: 1, max: 100 }),
    },
    hostAppDir: env.text('HOST_APP_DIR'),
    consoleDir: env.text('CONSOLE_DIR'),
    docsDir: env.text('DOCS_DIR'),
    packagesDir: env.text('PACKAGES_DIR'),
    logLevel: env.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    rateLimits: {
      perAddress: env.integer('RATE_LIMIT_PER_ADDRESS', { default: 3000, min: 1, max: 1e9 }),
      perToken: env.integer('RATE_LIMIT_PER_TOKEN', { default: 1200, min: 1, max: 1e9 }),
    },
    metricsToken: env.secret('METRICS_TOKEN', { required: false }),
    metricsAddress: readMetricsAddress(env),
    tracing: readTracing(env),
    quotaFactor: env.integer('QUOTA_FACTOR', { default: 1, min: 1, max: 10_000 }),
    connectsPerSecond: env.integer('CONNECTS_PER_SECOND', { default: 500, min: 1, max: 1e6 }),
    drainSeconds: env.integer('DRAIN_SECONDS', { default: 0, min: 0, max: 3600 }),
    trustProxy: readProxyTrust(env),
    nativeFanOut: env.oneOf('NATIVE_FAN_OUT', ['true', 'false'], 'true') === 'true',
  };
  if (env.problems.length > 0) throw new ConfigError(env.problems);
  return config;
}

function readMetricsAddress(env: EnvironmentReader): Config['metricsAddress'] {
  const host = env.text('METRICS_HOST') ?? '127.0.0.1';
  const port = env.integer('METRICS_PORT', { default: 0, min: 1, max: 65_535 });
  return port === 0 ? undefined : { port, host };
}

function readProxyTrust(env: EnvironmentReader): ProxyTrust {
  const text = env.check('TRUST_PROXY', (given) => {
    const parsed = parseProxyTrust(given);
    return parsed.ok ? undefined : parsed.problem;
  });
  const parsed = parseProxyTrust(text);
  return parsed.ok ? parsed.trust : { kind: 'nobody' };
}

/** The previous secret during a rotation; it is an error without the current one. */
function readPrevious(env: EnvironmentReader, name: string): string | undefined {
  const previous = `${name}_PREVIOUS`;
  if (env.text(previous) !== undefined) env.requireBoth(name, previous);
  return env.secret(previous, { required: false });
}

function readOidc(env: EnvironmentReader): OidcConfig | undefined {
  env.requireBoth('OIDC_ISSUER', 'OIDC_AUDIENCE');
  const issuer = env.check('OIDC_ISSUER', issuerProblem);
  const audience = env.text('OIDC_AUDIENCE');
  return issuer !== undefined && audience !== undefined ? { issuer, audience } : undefined;
}

function readMail(env: EnvironmentReader): MailConfig | undefined {
  env.requireBoth('SMTP_URL', 'MAIL_FROM');
  const url = env.check('SMTP_URL', (text) => {
    const parsed = parseSmtpUrl(text);
    return parsed.ok ? undefined : parsed.problem;
  });
  const from = env.check('MAIL_FROM', senderProblem);
  const parsed = url === undefined ? undefined : parseSmtpUrl(url);
  return parsed?.ok && from !== undefined ? { server: parsed.server, from } : undefined;
}

function senderProblem(text: string): string | undefined {
  const isSender =
    /^(?:[^\s<>@,"][^<>@,"\p{C}]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u.test(text);
  if (isSender) return undefined;
  return 'must be an e-mail address, with or without a name: Host <no-reply@host.example>';
}

function databaseProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') return undefined;
  return 'must be postgres://user:password@host/database; leave it out for the embedded database';
}

function natsProblem(text: string, databaseUrl: string | undefined): string | undefined {
  const isNats = (part: string) => URL.canParse(part) && new URL(part).protocol === 'nats:';
  if (!text.split(',').every((part) => isNats(part.trim()))) {
    return 'must be nats://user:password@host:4222, several joined by commas';
  }
  return databaseUrl === undefined
    ? 'is for nodes that share a DATABASE_URL: set that, too'
    : undefined;
}

function objectsProblem(text: string): string | undefined {
  const parsed = parseObjectsUrl(text);
  return parsed.ok ? undefined : `cannot be used: ${parsed.problem}`;
}
