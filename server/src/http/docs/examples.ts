import type {
  ArtifactFiles,
  AuditEntry,
  CatalogEntry,
  IssuedToken,
  MiniProgram,
  Problem,
  PublisherKey,
  PublisherKeyRequest,
  Registration,
  RegistrationRecord,
  Resolution,
  StatedDigests,
  TokenRecord,
  TokenRequest,
  UploadReceipt,
} from '@host/contracts';

const CDN = 'https://cdn.example/mini-apps/com.acme.orders/1.4.0';
const IOS = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const ANDROID = '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752';

export const registration: Registration = {
  appId: 'com.acme.orders',
  name: 'Orders',
  version: '1.4.0',
  manifestUrl: `${CDN}/mf-manifest.json`,
  bundleZipUrl: `${CDN}/\${platform}.zip`,
  permissions: ['storage', 'analytics'],
  minHostVersion: '2.0.0',
};

export const record: RegistrationRecord = {
  ...registration,
  status: 'released',
  release: { percentage: 10, cohorts: ['beta'] },
  platforms: {
    ios: { url: `${CDN}/ios.zip`, size: 208_114, sha256: IOS, filesKnown: true },
    android: { url: `${CDN}/android.zip`, size: 209_377, sha256: ANDROID, filesKnown: true },
  },
  shared: { react: '^19.2.0', 'react-native': '^0.86.0' },
  verified: true,
  signed: false,
  isLatest: true,
  createdAt: '2026-01-10T09:00:00.000Z',
  updatedAt: '2026-01-10T09:30:00.000Z',
};

export const statedDigests: StatedDigests = {
  ios: { sha256: IOS, size: 208_114 },
  android: { sha256: ANDROID, size: 209_377 },
};

export const miniProgram: MiniProgram = {
  appId: 'com.acme.orders',
  name: 'Orders',
  latestVersion: '1.4.0',
  suspended: false,
  versions: 12,
  createdAt: '2025-11-02T08:00:00.000Z',
  updatedAt: '2026-01-10T09:30:00.000Z',
};

export const catalogEntry: CatalogEntry = {
  appId: 'com.acme.orders',
  name: 'Orders',
  version: '1.4.0',
  permissions: ['storage', 'analytics'],
  minHostVersion: '2.0.0',
};

export const resolution: Resolution = {
  ...catalogEntry,
  platform: 'ios',
  manifestUrl: `${CDN}/mf-manifest.json`,
  bundleUrl: `${CDN}/ios.zip`,
  size: 208_114,
  sha256: IOS,
  filesUrl:
    'https://host.example/v1/mini-programs/com.acme.orders/versions/1.4.0/files?platform=ios',
};

export const artifactFiles: ArtifactFiles = {
  appId: 'com.acme.orders',
  version: '1.4.0',
  platform: 'ios',
  files: [
    {
      path: 'com_acme_orders.container.js',
      size: 101_388,
      sha256: IOS,
      integrity: 'sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb',
    },
  ],
};

export const uploadReceipt: UploadReceipt = {
  key: 'mini-apps/com.acme.orders/1.4.0/ios.zip',
  size: 208_114,
  sha256: IOS,
  files: 6,
};

export const tokenRequest: TokenRequest = {
  name: 'Orders team, CI',
  scopes: ['publish', 'read'],
  apps: ['com.acme.orders'],
  expiresInSeconds: 7_776_000,
};

export const tokenRecord: TokenRecord = {
  id: '0mk2x1f9q7c4w8ze5r1t6y3u0p',
  name: 'Orders team, CI',
  scopes: ['publish', 'read'],
  apps: ['com.acme.orders'],
  createdAt: '2026-01-10T09:00:00.000Z',
  expiresAt: '2026-04-10T09:00:00.000Z',
};

export const issuedToken: IssuedToken = {
  ...tokenRecord,
  token: 'hat_0mk2x1f9q7c4w8ze5r1t6y3u0p_(43 characters, shown this once)',
};

export const publisherKeyRequest: PublisherKeyRequest = {
  appId: 'com.acme.orders',
  name: 'Orders team, 2026',
  publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
};

export const publisherKey: PublisherKey = {
  id: '21fe31dfa154a261',
  ...publisherKeyRequest,
  createdAt: '2026-01-10T09:00:00.000Z',
};

export const auditEntry: AuditEntry = {
  id: 4711,
  at: '2026-01-10T09:30:00.000Z',
  actor: 'root',
  action: 'version.release',
  target: 'com.acme.orders@1.4.0',
  address: '203.0.113.7',
  requestId: '0e2f6f0e-6c1b-4c57-9d64-6a1f0a1d9a55',
  details: { from: 'registered', to: 'released', percentage: 10, cohorts: ['beta'] },
};

export const problem: Problem = {
  type: 'https://host.example/docs/errors/invalid-body',
  title: 'The body does not fit',
  status: 422,
  code: 'invalid-body',
  detail: '/version: a version has the form <major>.<minor>.<patch>, for example 1.4.0',
  errors: [
    {
      pointer: '/version',
      code: 'invalid_format',
      detail: 'a version has the form <major>.<minor>.<patch>, for example 1.4.0',
    },
  ],
  requestId: '0e2f6f0e-6c1b-4c57-9d64-6a1f0a1d9a55',
};
