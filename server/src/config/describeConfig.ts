import type { GroupRule } from '../operations/console/oidc/GroupRule.types.ts';
import type { Config } from './Config.types.ts';

/** The configuration as operators are shown it: every variable, and of secrets only whether they are set. */
export function describeConfig(config: Config): { name: string; value: string }[] {
  const { push, mail, previous } = config;
  const values: Record<string, string | number | boolean | readonly string[] | undefined> = {
    NODE_ENV: config.production ? 'production' : 'development',
    HOST: config.host,
    PORT: config.port,
    BASE_URL: config.baseUrl,
    CONSOLE_URL: config.consoleUrl,
    CDN_URL: config.cdnUrl,
    PUSH_GATEWAY_URL: config.pushGatewayUrl,
    HOST_ORIGINS: config.hostOrigins,
    CDN_ORIGINS: config.cdnOrigins,
    UPSTREAM_ORIGINS: config.upstreamOrigins,
    DATA_DIR: config.dataDir,
    DATABASE_URL: placeIn(config.databaseUrl),
    NATS_URL: config.natsUrl?.split(',').map((each) => placeIn(each.trim()) ?? ''),
    OBJECTS_URL: placeIn(config.objectsUrl),
    HOST_APP_DIR: config.hostAppDir,
    CONSOLE_DIR: config.consoleDir,
    DOCS_DIR: config.docsDir,
    PACKAGES_DIR: config.packagesDir,
    LOG_LEVEL: config.logLevel,
    TRUST_PROXY: config.trustProxy.kind,
    RATE_LIMIT_PER_ADDRESS: config.rateLimits.perAddress,
    RATE_LIMIT_PER_TOKEN: config.rateLimits.perToken,
    QUOTA_FACTOR: config.quotaFactor,
    CONNECTS_PER_SECOND: config.connectsPerSecond,
    DRAIN_SECONDS: config.drainSeconds,
    PAUSE_INSTALLS: config.pauseThreshold.installs,
    PAUSE_PERCENT: config.pauseThreshold.percent,
    METRICS_PORT: config.metricsAddress?.port,
    METRICS_HOST: config.metricsAddress?.host,
    NATIVE_FAN_OUT: config.nativeFanOut,
    OIDC_ISSUER: config.oidc?.issuer,
    OIDC_AUDIENCE: config.oidc?.audience,
    CONSOLE_OIDC_ISSUER: config.consoleOidc?.issuer,
    CONSOLE_OIDC_CLIENT_ID: config.consoleOidc?.clientId,
    CONSOLE_OIDC_CLIENT_SECRET: whether(config.consoleOidc?.clientSecret),
    CONSOLE_OIDC_SCOPE: config.consoleOidc?.scope,
    CONSOLE_OIDC_GROUPS_CLAIM: config.consoleOidc?.groupsClaim,
    CONSOLE_OIDC_ROLES: config.consoleOidc?.rules.map(textOfRule),
    SMTP_URL: mail && mail.server.host,
    MAIL_FROM: mail?.from,
    ADMIN_TOKEN: whether(config.adminToken),
    ADMIN_TOKEN_PREVIOUS: whether(previous.adminToken),
    SERVER_KEY: whether(config.serverKey),
    SERVER_KEY_PREVIOUS: whether(previous.serverKey),
    PEOPLE_SECRET: whether(config.peopleSecret),
    PEOPLE_SECRET_PREVIOUS: whether(previous.peopleSecret),
    METRICS_TOKEN: whether(config.metricsToken),
    FCM_SERVICE_ACCOUNT: whether(push.fcm),
    APNS_KEY: whether(push.apns),
    VAPID_PRIVATE_KEY: whether(push.webPush.keys),
  };
  return Object.entries(values).map(([name, value]) => ({ name, value: textOf(value) }));
}

function textOf(value: string | number | boolean | readonly string[] | undefined): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'not set';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function textOfRule({ role, apps, publisher, group }: GroupRule): string {
  const reach = publisher ?? apps?.join('+');
  return `${role}${reach === undefined ? '' : `@${reach}`}=${group}`;
}

function whether(secret: unknown): string {
  return secret === undefined ? 'not set' : 'set';
}

/** An address without its user name and password. */
function placeIn(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (!URL.canParse(address)) return 'set';
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}${host === '' ? '' : '//'}${host}${pathname}`;
}
