import { parseObjectsUrl } from '../storage/objects/parseObjectsUrl.ts';
import type { Config, OidcConfig } from './Config.types.ts';
import { ConfigError } from './ConfigError.ts';
import { EnvironmentReader } from './EnvironmentReader.ts';
import { readPushUpstreams } from './readPushUpstreams.ts';

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
    oidc: readOidc(env),
    dataDir: env.text('DATA_DIR') ?? '.data',
    databaseUrl: env.check('DATABASE_URL', databaseProblem),
    objectsUrl: env.check('OBJECTS_URL', objectsProblem),
    baseUrl,
    cdnUrl: env.address('CDN_URL', `${baseUrl}/cdn`),
    pushGatewayUrl: env.address('PUSH_GATEWAY_URL', baseUrl),
    hostOrigins: env.origins('HOST_ORIGINS'),
    cdnOrigins: env.origins('CDN_ORIGINS'),
    push: readPushUpstreams(env, baseUrl),
    upstreamOrigins: env.origins('UPSTREAM_ORIGINS'),
    pauseThreshold: {
      installs: env.integer('PAUSE_INSTALLS', { default: 20, min: 1, max: 1e9 }),
      percent: env.integer('PAUSE_PERCENT', { default: 10, min: 1, max: 100 }),
    },
    hostAppDir: env.text('HOST_APP_DIR'),
    logLevel: env.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    rateLimits: {
      perAddress: env.integer('RATE_LIMIT_PER_ADDRESS', { default: 3000, min: 1, max: 1e9 }),
      perToken: env.integer('RATE_LIMIT_PER_TOKEN', { default: 1200, min: 1, max: 1e9 }),
    },
    trustProxy: env.oneOf('TRUST_PROXY', ['true', 'false'], 'false') === 'true',
    nativeFanOut: env.oneOf('NATIVE_FAN_OUT', ['true', 'false'], 'true') === 'true',
  };
  if (env.problems.length > 0) throw new ConfigError(env.problems);
  return config;
}

function readOidc(env: EnvironmentReader): OidcConfig | undefined {
  env.demandBoth('OIDC_ISSUER', 'OIDC_AUDIENCE');
  const issuer = env.check('OIDC_ISSUER', issuerProblem);
  const audience = env.text('OIDC_AUDIENCE');
  return issuer !== undefined && audience !== undefined ? { issuer, audience } : undefined;
}

// Kept as it is written: tokens have to name their issuer by the very same text.
function issuerProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password;
  const isLocal =
    url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (isPlain && (url.protocol === 'https:' || isLocal)) return undefined;
  return 'must be the https address that the issuer names itself, for example https://login.example';
}

function databaseProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') return undefined;
  return 'must be postgres://user:password@host/database; leave it out for the embedded database';
}

function objectsProblem(text: string): string | undefined {
  const parsed = parseObjectsUrl(text);
  return parsed.ok ? undefined : `cannot be used: ${parsed.problem}`;
}
