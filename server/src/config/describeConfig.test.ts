import { expect, it } from 'vitest';

import { describeConfig } from './describeConfig.ts';
import { readConfig } from './readConfig.ts';

const SECRET = 'hush-hush-hush-hush-hush-hush-42';

it('an operator is shown where everything is, and no secret', () => {
  const described = describeConfig(
    readConfig({
      NODE_ENV: 'production',
      BASE_URL: 'https://host.example',
      ADMIN_TOKEN: `${SECRET}-a`,
      ADMIN_TOKEN_PREVIOUS: `${SECRET}-b`,
      SERVER_KEY: `${SECRET}-c`,
      PEOPLE_SECRET: `${SECRET}-d`,
      METRICS_TOKEN: `${SECRET}-e`,
      DATABASE_URL: `postgres://host:${SECRET}@db.example:5432/host?password=${SECRET}`,
      NATS_URL: `nats://host:${SECRET}@one.example:4222, nats://two.example:4222`,
      OBJECTS_URL: 's3://bucket/prefix?region=eu-central-1',
      SMTP_URL: `smtps://mail:${SECRET}@smtp.example`,
      MAIL_FROM: 'host@example.com',
    }),
  );
  expect(JSON.stringify(described)).not.toContain(SECRET);
  const values = Object.fromEntries(described.map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({
    NODE_ENV: 'production',
    ADMIN_TOKEN: 'set',
    SERVER_KEY_PREVIOUS: 'not set',
    DATABASE_URL: 'postgres://db.example:5432/host',
    NATS_URL: 'nats://one.example:4222, nats://two.example:4222',
    OBJECTS_URL: 's3://bucket/prefix',
    SMTP_URL: 'smtp.example',
    FCM_SERVICE_ACCOUNT: 'not set',
    HOST_ORIGINS: 'not set',
  });
});
