import { readConfig } from '@host/server';

/** Variables that make the server read the others of a group. */
const GROUPS: Readonly<Record<string, string>>[] = [
  {},
  {
    NODE_ENV: 'production',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    CONSOLE_OIDC_ISSUER: 'https://accounts.example',
    CONSOLE_OIDC_CLIENT_ID: 'console',
    CONSOLE_OIDC_ROLES: 'admin=operators',
    ADMIN_TOKEN_PREVIOUS: 'a-secret-of-before',
  },
];

/** The variables of the environment that the server reads, and those that the SDK for S3 reads by itself. */
export function readVariables(): Set<string> {
  const read = new Set(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
  for (const group of GROUPS) {
    const environment = new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get(_, name) {
          read.add(String(name));
          return group[String(name)];
        },
      },
    );
    try {
      readConfig(environment);
    } catch {
      // The values may be invalid, but the variables are read anyway.
    }
  }
  return read;
}
