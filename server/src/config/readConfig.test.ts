import { describe, expect, it } from 'vitest';

import { ConfigError } from '../errors/ConfigError.ts';
import { readConfig } from './readConfig.ts';

const TOKEN = 'a-token-that-is-long-enough';
const KEY = 'a-server-key-that-is-long-enough';
const PRODUCTION = { NODE_ENV: 'production', ADMIN_TOKEN: TOKEN, SERVER_KEY: KEY };

describe('a configuration', () => {
  it('needs nothing on a machine of a developer', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      production: false,
      previous: { adminToken: undefined, serverKey: undefined, peopleSecret: undefined },
      adminToken: undefined,
      serverKey: undefined,
      peopleSecret: undefined,
      oidc: undefined,
      mail: undefined,
      dataDir: '.data',
      databaseUrl: undefined,
      objectsUrl: undefined,
      baseUrl: 'http://localhost:8080',
      consoleUrl: 'http://localhost:8080',
      cdnUrl: 'http://localhost:8080/cdn',
      pushGatewayUrl: 'http://localhost:8080',
      hostOrigins: [],
      cdnOrigins: [],
      push: {
        fcm: undefined,
        apns: undefined,
        webPush: { keys: undefined, subject: 'mailto:push@localhost', listedOrigins: [] },
      },
      upstreamOrigins: [],
      pauseThreshold: { installs: 20, percent: 10 },
      hostAppDir: undefined,
      consoleDir: undefined,
      docsDir: undefined,
      packagesDir: undefined,
      logLevel: 'info',
      rateLimits: { perAddress: 3000, perToken: 1200 },
      metricsToken: undefined,
      metricsAddress: undefined,
      tracing: undefined,
      quotaFactor: 1,
      connectsPerSecond: 500,
      drainSeconds: 0,
      trustProxy: { kind: 'nobody' },
      nativeFanOut: true,
    });
  });

  it('takes every variable', () => {
    const config = readConfig({
      ...PRODUCTION,
      ADMIN_TOKEN_PREVIOUS: 'the-old-admin-token',
      SERVER_KEY_PREVIOUS: 'the-old-server-key',
      PEOPLE_SECRET_PREVIOUS: 'the-old-people-secret',
      PORT: '9000',
      HOST: '::1',
      DATA_DIR: '/var/lib/host',
      PEOPLE_SECRET: 'a-people-secret-that-is-long-enough',
      OIDC_ISSUER: 'https://login.example/',
      OIDC_AUDIENCE: 'host-app',
      SMTP_URL: 'smtps://ann:p%40ss@mail.example',
      MAIL_FROM: 'Host <no-reply@host.example>',
      DATABASE_URL: 'postgres://u:p@db/host',
      NATS_URL: 'nats://u:p@nats-1:4222, nats://nats-2:4222',
      OBJECTS_URL: 's3://bucket/prefix?region=eu-central-1',
      BASE_URL: 'https://host.example/',
      CONSOLE_URL: 'https://console.example/',
      CDN_URL: 'https://cdn.example/files//',
      PUSH_GATEWAY_URL: 'https://push.example',
      HOST_ORIGINS: 'https://app.example',
      CDN_ORIGINS: 'https://a.example, https://b.example:8443/,',
      UPSTREAM_ORIGINS: 'http://backend.internal:9000',
      PAUSE_INSTALLS: '50',
      PAUSE_PERCENT: '5',
      HOST_APP_DIR: '/srv/host-app',
      CONSOLE_DIR: '/srv/console',
      DOCS_DIR: '/srv/docs',
      PACKAGES_DIR: '/srv/packages',
      LOG_LEVEL: 'debug',
      RATE_LIMIT_PER_ADDRESS: '1',
      RATE_LIMIT_PER_TOKEN: '1000000000',
      QUOTA_FACTOR: '5',
      CONNECTS_PER_SECOND: '100',
      DRAIN_SECONDS: '20',
      TRUST_PROXY: '10.0.0.0/8',
      METRICS_TOKEN: 'a-metrics-token-that-is-long-enough',
      METRICS_PORT: '9100',
      METRICS_HOST: '10.0.0.7',
      NATIVE_FAN_OUT: 'false',
    });
    expect(config).toEqual({
      port: 9000,
      host: '::1',
      production: true,
      previous: {
        adminToken: 'the-old-admin-token',
        serverKey: 'the-old-server-key',
        peopleSecret: 'the-old-people-secret',
      },
      adminToken: TOKEN,
      serverKey: KEY,
      peopleSecret: 'a-people-secret-that-is-long-enough',
      oidc: { issuer: 'https://login.example/', audience: 'host-app' },
      mail: {
        server: {
          host: 'mail.example',
          port: 465,
          secure: true,
          requireTLS: false,
          auth: { user: 'ann', pass: 'p@ss' },
        },
        from: 'Host <no-reply@host.example>',
      },
      dataDir: '/var/lib/host',
      databaseUrl: 'postgres://u:p@db/host',
      natsUrl: 'nats://u:p@nats-1:4222, nats://nats-2:4222',
      objectsUrl: 's3://bucket/prefix?region=eu-central-1',
      baseUrl: 'https://host.example',
      consoleUrl: 'https://console.example',
      cdnUrl: 'https://cdn.example/files',
      pushGatewayUrl: 'https://push.example',
      hostOrigins: ['https://app.example'],
      cdnOrigins: ['https://a.example', 'https://b.example:8443'],
      push: {
        fcm: undefined,
        apns: undefined,
        webPush: { keys: undefined, subject: 'https://host.example', listedOrigins: [] },
      },
      upstreamOrigins: ['http://backend.internal:9000'],
      pauseThreshold: { installs: 50, percent: 5 },
      hostAppDir: '/srv/host-app',
      consoleDir: '/srv/console',
      docsDir: '/srv/docs',
      packagesDir: '/srv/packages',
      logLevel: 'debug',
      rateLimits: { perAddress: 1, perToken: 1_000_000_000 },
      metricsToken: 'a-metrics-token-that-is-long-enough',
      metricsAddress: { port: 9100, host: '10.0.0.7' },
      quotaFactor: 5,
      connectsPerSecond: 100,
      drainSeconds: 20,
      trustProxy: {
        kind: 'networks',
        networks: [{ address: '10.0.0.0', bits: 8, family: 'ipv4' }],
      },
      nativeFanOut: false,
    });
  });

  it('derives the other addresses from the base', () => {
    const { cdnUrl, pushGatewayUrl } = readConfig({ BASE_URL: 'https://host.example/base/' });
    expect({ cdnUrl, pushGatewayUrl }).toEqual({
      cdnUrl: 'https://host.example/base/cdn',
      pushGatewayUrl: 'https://host.example/base',
    });
    expect(readConfig({ PORT: '9001' }).cdnUrl).toBe('http://localhost:9001/cdn');
  });

  it('listens on every address in production alone', () => {
    expect(readConfig(PRODUCTION).host).toBe('0.0.0.0');
    expect(readConfig({ NODE_ENV: 'development' }).host).toBe('127.0.0.1');
  });

  it('takes an empty or blank variable for one that is not set', () => {
    const names = [
      'PEOPLE_SECRET OIDC_ISSUER OIDC_AUDIENCE SMTP_URL MAIL_FROM',
      'PORT HOST ADMIN_TOKEN SERVER_KEY DATA_DIR DATABASE_URL NATS_URL OBJECTS_URL BASE_URL CDN_URL',
      'PUSH_GATEWAY_URL CDN_ORIGINS UPSTREAM_ORIGINS PAUSE_INSTALLS PAUSE_PERCENT HOST_APP_DIR PACKAGES_DIR LOG_LEVEL RATE_LIMIT_PER_ADDRESS RATE_LIMIT_PER_TOKEN METRICS_TOKEN METRICS_PORT METRICS_HOST TRUST_PROXY NATIVE_FAN_OUT',
    ].flatMap((line) => line.split(' '));
    for (const empty of ['', '  ', '\n']) {
      const environment = Object.fromEntries(names.map((name) => [name, empty]));
      expect(readConfig(environment)).toEqual(readConfig({}));
    }
    expect(problemsOf({ ...PRODUCTION, ADMIN_TOKEN: '' })).toEqual([
      'ADMIN_TOKEN must be set when NODE_ENV is production',
    ]);
  });

  it('for production without secrets is refused, both at once', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'ADMIN_TOKEN must be set when NODE_ENV is production',
      'SERVER_KEY must be set when NODE_ENV is production',
    ]);
  });

  it.each([
    ['PORT', ['65536', '-1', '80.5', '0x50', '1e3', 'http', '99999999999999999999']],
    ['RATE_LIMIT_PER_ADDRESS', ['0', '1000000001', 'many']],
    ['RATE_LIMIT_PER_TOKEN', ['0', '-5']],
    ['DRAIN_SECONDS', ['-1', '3601', 'soon']],
    ['CONNECTS_PER_SECOND', ['0', '1000001', 'all']],
    ['LOG_LEVEL', ['verbose', 'INFO']],
    ['TRUST_PROXY', ['yes', 'true', 'TRUE', '0', '17', '0.0.0.0/0', '10.0.0.0/8,']],
    ['METRICS_PORT', ['0', '65536', 'prometheus']],
    ['METRICS_TOKEN', ['short', 'a token with white space']],
    ['NATIVE_FAN_OUT', ['no', '0']],
    ['BASE_URL', ['host.example', 'ftp://host.example', 'https://h.example/?a=b', 'https://h/#x']],
    ['CDN_URL', ['//cdn.example', 'file:///tmp', 'https://user@cdn.example']],
    ['PUSH_GATEWAY_URL', ['push', 'https://:password@push.example']],
    ['CDN_ORIGINS', ['cdn.example', 'https://cdn.example/path', '*', 'https://u:p@cdn.example']],
    ['DATABASE_URL', ['mysql://u:p@db/host', 'db', 'sqlite:host.db']],
    ['NATS_URL', ['nats', 'http://nats:4222', 'nats://a, b', 'nats://nats:4222']],
    ['OBJECTS_URL', ['/var/objects', 'file:objects', 's3://', 'gs://bucket']],
    ['ADMIN_TOKEN', ['short', 'fifteen letters', 'with white space in it']],
    ['PEOPLE_SECRET', ['short', 'with white space in it']],
    ['SERVER_KEY', ['x', 'a\tb\tc\td\te\tf\tg\th\ti']],
  ])('names %s when it does not fit', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ [name]: value });
      expect(problems, value).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name} .{10,}`));
    }
  });

  it('for production on PostgreSQL needs the secret that all nodes share', () => {
    expect(problemsOf({ ...PRODUCTION, DATABASE_URL: 'postgres://u:p@db/host' })).toEqual([
      'PEOPLE_SECRET must be set when NODE_ENV is production and DATABASE_URL is set: all nodes need the same one',
    ]);
  });

  it('takes a mail server and a sender together, and repeats no password', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://localhost' })).toEqual([
      'MAIL_FROM must be set together with SMTP_URL',
    ]);
    expect(problemsOf({ MAIL_FROM: 'no-reply@host.example' })).toEqual([
      'SMTP_URL must be set together with MAIL_FROM',
    ]);
    const problems = problemsOf({ SMTP_URL: 'http://ann:secret@mail.example', MAIL_FROM: 'ann' });
    expect(problems).toEqual([
      expect.stringMatching(/^SMTP_URL must be smtp:/),
      expect.stringMatching(/^MAIL_FROM must be an e-mail address/),
    ]);
    expect(problems.join()).not.toContain('secret');
  });

  it('takes an issuer and its audience together, and keeps the issuer as it is written', () => {
    const both = { OIDC_ISSUER: 'http://localhost:9000', OIDC_AUDIENCE: 'host-app' };
    expect(readConfig(both).oidc).toEqual({
      issuer: 'http://localhost:9000',
      audience: 'host-app',
    });
    expect(problemsOf({ OIDC_ISSUER: 'https://login.example' })).toEqual([
      'OIDC_AUDIENCE must be set together with OIDC_ISSUER',
    ]);
    expect(problemsOf({ OIDC_AUDIENCE: 'host-app' })).toEqual([
      'OIDC_ISSUER must be set together with OIDC_AUDIENCE',
    ]);
    for (const issuer of ['id.example', 'http://id.example', 'https://u:p@id.example']) {
      const [problem, ...others] = problemsOf({ ...both, OIDC_ISSUER: issuer });
      expect(problem).toMatch(/^OIDC_ISSUER must be the https address/);
      expect([problem, others]).toEqual([expect.not.stringContaining(issuer), []]);
    }
  });

  it('lists every problem at once', () => {
    const message = messageOf({
      NODE_ENV: 'production',
      PORT: 'x',
      BASE_URL: 'x',
      CDN_URL: 'x',
      PUSH_GATEWAY_URL: 'x',
      CDN_ORIGINS: 'x,y',
      DATABASE_URL: 'x',
      OBJECTS_URL: 'x',
      LOG_LEVEL: 'x',
      TRUST_PROXY: 'x',
      RATE_LIMIT_PER_ADDRESS: 'x',
      RATE_LIMIT_PER_TOKEN: 'x',
      ADMIN_TOKEN: 'x',
    });
    const lines = message.split('\n');
    expect(lines[0]).toBe('The configuration cannot be used:');
    expect(lines).toHaveLength(1 + 15);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}- [A-Z_]+ /);
  });

  it('never shows the value of a secret', () => {
    const secret = 'hunter2';
    const message = messageOf({
      ADMIN_TOKEN: secret,
      SERVER_KEY: `${secret} ${secret} ${secret}`,
      DATABASE_URL: `mysql://user:${secret}@db/host`,
      OBJECTS_URL: `s3://user:${secret}@bucket/?endpoint=http://u:${secret}@localhost&x=1`,
      BASE_URL: `https://user:${secret}@host.example`,
      CDN_URL: `https://:${secret}@host.example`,
      PUSH_GATEWAY_URL: `https://host.example/?key=${secret}`,
      CDN_ORIGINS: `https://user:${secret}@cdn.example,user:${secret}@cdn.example`,
    });
    expect(message.split('\n')).toHaveLength(1 + 9);
    expect(message).not.toContain(secret);
  });
});

function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

function messageOf(environment: NodeJS.ProcessEnv): string {
  return new ConfigError(problemsOf(environment)).message;
}
