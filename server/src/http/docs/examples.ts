import type {
  AccountChange,
  AccountConfirmation,
  AccountDeletion,
  AccountRequest,
  AnalyticsBatch,
  AnalyticsCounts,
  AppToken,
  ArtifactFiles,
  AuditEntry,
  CatalogEntry,
  CollectionInfo,
  CollectionRequest,
  ConsoleEvent,
  ConsoleSession,
  ConsoleSessionRecord,
  Crash,
  CrashDetails,
  DocumentsRequest,
  EmailChange,
  EmailConfirmation,
  IssuedToken,
  Me,
  MessageTrace,
  MiniProgram,
  Overview,
  PasswordChange,
  PasswordReset,
  Problem,
  PublicConfig,
  Publisher,
  PublisherKey,
  PublisherKeyRequest,
  PushTemplate,
  RefreshRequest,
  Registration,
  RegistrationRecord,
  ResetLink,
  Review,
  ReviewDecisionRequest,
  ReviewDetails,
  ReviewRequest,
  SendSeries,
  Resolution,
  SessionList,
  SessionTokens,
  SignInRequest,
  StatedDigests,
  SystemReport,
  TokenAccess,
  TokenRecord,
  TokenRequest,
  UploadReceipt,
  VersionReport,
  VersionReports,
  VersionSeries,
  WebPushSubscription,
} from '@host/contracts';

import type { PolicyReport } from '../policy-reports/PolicyReport.ts';

const CDN = 'https://cdn.example/mini-apps/com.acme.orders/1.4.0';
const IOS = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const ANDROID = '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752';

export const policyReport: PolicyReport = {
  'csp-report': {
    'document-uri': 'https://host.example/app/',
    'effective-directive': 'connect-src',
    'blocked-uri': 'https://elsewhere.example/collect',
  },
};

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
  isolation: 'frame',
  trust: { state: 'none' },
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
  released: [
    { version: '1.4.0', percentage: 10, cohorts: [] },
    { version: '1.3.2', percentage: 100, cohorts: [] },
  ],
  suspended: false,
  publisher: { id: 'acme', name: 'Acme' },
  isolation: 'frame',
  trust: { state: 'none' },
  path: 'orders',
  versions: 12,
  createdAt: '2025-11-02T08:00:00.000Z',
  updatedAt: '2026-01-10T09:30:00.000Z',
};

export const publisher: Publisher = {
  id: 'acme',
  name: 'Acme',
  apps: 3,
  trust: {
    state: 'lapsed',
    through: 'publisher',
    reason: 'the key 3f9a1c5e7b2d4860 was registered',
    by: 'root',
    at: '2026-01-10T09:00:00.000Z',
  },
  createdAt: '2025-11-02T08:00:00.000Z',
  updatedAt: '2026-01-10T09:00:00.000Z',
};

export const catalogEntry: CatalogEntry = {
  appId: 'com.acme.orders',
  name: 'Orders',
  version: '1.4.0',
  publisher: { id: 'acme', name: 'Acme' },
  permissions: ['storage', 'analytics'],
  isolation: 'frame',
  minHostVersion: '2.0.0',
};

export const resolution: Resolution = {
  ...catalogEntry,
  path: 'orders',
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

export const tokenAccess: TokenAccess = {
  appId: 'com.acme.orders',
  scopes: ['publish', 'release'],
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

export const pushTemplate: PushTemplate = {
  name: 'Weekend sale',
  appId: 'com.acme.orders',
  content: { notification: { title: 'Two for one', body: 'Until Sunday' }, priority: 'normal' },
  createdAt: '2026-01-10T09:00:00.000Z',
  updatedAt: '2026-01-10T09:00:00.000Z',
};

export const publicConfig: PublicConfig = {
  baseUrl: 'https://host.example',
  cdnUrl: 'https://cdn.example',
  pushGatewayUrl: 'https://push.example',
  sendsMail: true,
  version: '0.1.0',
};

export const collectionRequest: CollectionRequest = {
  documents: [
    { id: '1001', title: 'Espresso machine' },
    { id: '1002', title: 'Two cups' },
  ],
  private: false,
};

export const documentsRequest: DocumentsRequest = {
  documents: collectionRequest.documents,
  seen: [{ id: '1001', title: 'Espresso' }],
};

export const collectionInfo: CollectionInfo = {
  name: 'items',
  path: '/orders/items',
  private: false,
  documents: 2,
  bytes: 70,
  updatedAt: '2026-01-10T09:00:00.000Z',
};

export const analyticsBatch: AnalyticsBatch = {
  events: [
    {
      id: '5f0c2f1e-2f0e-4a52-9d64-6a1f0a1d9a55',
      appId: 'com.acme.orders',
      version: '1.4.0',
      type: 'screen',
      name: 'order',
      at: '2026-01-10T09:30:00.000Z',
      properties: { from: 'list' },
      installId: 'b5a4c1de-7c1b-4c57-9d64-1a1f0a1d9a50',
    },
  ],
};

export const analyticsCounts: AnalyticsCounts = {
  from: '2026-01-01',
  to: '2026-01-10',
  items: [{ name: 'order', day: '2026-01-10', count: 1203 }],
};

export const versionReport: VersionReport = {
  version: '1.4.0',
  platform: 'ios',
  hostVersion: '2.3.0',
  installId: 'b5a4c1de-7c1b-4c57-9d64-1a1f0a1d9a50',
  kind: 'crashed-on-start',
  message: 'undefined is not a function',
  stack: 'TypeError: undefined is not a function\n    at App (index.bundle:1:2034)',
};

export const versionReports: VersionReports = {
  appId: 'com.acme.orders',
  version: '1.4.0',
  starts: {
    since: '2026-01-10T00:00:03.000Z',
    installs: 812,
    failedInstalls: 3,
    networks: 640,
    failedNetworks: 2,
  },
  days: [
    {
      day: '2026-01-10',
      installs: 812,
      loaded: 2204,
      loadFailed: 4,
      crashedOnStart: 3,
      hung: 0,
      crashed: 1,
      complaints: 0,
      averageLoadMs: 310,
    },
  ],
  failures: [
    {
      kind: 'crashed-on-start',
      message: 'undefined is not a function',
      stack: 'TypeError: undefined is not a function\n    at App (index.bundle:1:2034)',
      platform: 'ios',
      hostVersion: '2.3.0',
      count: 3,
      firstAt: '2026-01-10T09:00:00.000Z',
      lastAt: '2026-01-10T09:30:00.000Z',
    },
  ],
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

export const accountRequest: AccountRequest = {
  email: 'ann@example.com',
  password: 'correct horse battery staple',
  name: 'Ann',
  locale: 'en-GB',
};

export const accountChange: AccountChange = {
  name: 'Ann Archer',
  avatarUrl: 'https://images.example/ann.png',
};

export const accountDeletion: AccountDeletion = { password: 'correct horse battery staple' };

export const passwordChange: PasswordChange = {
  currentPassword: 'correct horse battery staple',
  newPassword: 'four other words entirely',
};

const LINK_TOKEN = `hal_${'o4Yk2mZr'.repeat(5)}o4Y`;

export const accountConfirmation: AccountConfirmation = {
  token: LINK_TOKEN,
  password: 'correct horse battery staple',
};

export const passwordReset: PasswordReset = {
  token: LINK_TOKEN,
  newPassword: 'four other words entirely',
};

export const emailChange: EmailChange = {
  email: 'ann@example.org',
  password: 'correct horse battery staple',
};

export const emailConfirmation: EmailConfirmation = { token: LINK_TOKEN };

export const resetLink: ResetLink = {
  url: `https://host.example/app/reset-password#${LINK_TOKEN}`,
  expiresAt: '2026-01-10T10:00:00.000Z',
};

export const me: Me = {
  id: '6f1c7a0e-3c55-4b0e-9a53-7d8f0f6f2b11',
  name: 'Ann',
  email: 'ann@example.com',
  emailVerified: true,
  locale: 'en-GB',
};

export const signInRequest: SignInRequest = {
  email: 'ann@example.com',
  password: 'correct horse battery staple',
  transport: 'body',
};

const REFRESH_TOKEN = 'hrt_0b8f2c1e-8d3b-4b7a-9f55-1d2e3f405162_7_(43 characters)';

export const refreshRequest: RefreshRequest = { refreshToken: REFRESH_TOKEN };

export const sessionTokens: SessionTokens = {
  sessionId: '0b8f2c1e-8d3b-4b7a-9f55-1d2e3f405162',
  accessToken: 'eyJhbGciOiJFUzI1NiIs… (a JWT)',
  expiresIn: 600,
  refreshToken: REFRESH_TOKEN,
  refreshBefore: '2026-02-09T09:00:00.000Z',
};

export const sessionList: SessionList = {
  items: [
    {
      id: '0b8f2c1e-8d3b-4b7a-9f55-1d2e3f405162',
      current: true,
      createdAt: '2026-01-10T09:00:00.000Z',
      lastUsedAt: '2026-01-10T09:30:00.000Z',
      expiresAt: '2026-02-09T09:30:00.000Z',
      userAgent: 'HostApp/2.0 (iPhone)',
    },
  ],
};

export const appToken: AppToken = {
  token: 'eyJhbGciOiJFUzI1NiIs… (a JWT)',
  expiresIn: 300,
  user: { openId: 'mJ2n0zvVQ3xq0mQ7m9Y2w8f1k4s6u8x0A2C4E6G8I0K', name: 'Ann', locale: 'en-GB' },
};

// RFC 8291, appendix A.
export const scheduledNotification = {
  sendAt: '2026-05-04T09:00:00+02:00',
  title: 'Your table is booked',
  body: 'Tonight at eight',
  data: { deepLink: 'acme://order/42' },
};

export const webPushSubscription: WebPushSubscription = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

export const consoleSession: ConsoleSession = {
  id: '0mk2x1f9q7c4w8ze5r1t6y3u0p',
  actor: '0mk2x1f9q7c4w8ze5r1t6y3u0a',
  name: 'Ann',
  role: 'releaser',
  scopes: ['read', 'release'],
  createdAt: '2026-11-02T09:30:00.000Z',
  expiresAt: '2026-11-02T21:30:00.000Z',
  idleSeconds: 3600,
};

export const consoleSessionRecord: ConsoleSessionRecord = {
  id: '0mk2x1f9q7c4w8ze5r1t6y3u0p',
  actor: '0mk2x1f9q7c4w8ze5r1t6y3u0a',
  name: 'Ann',
  address: '203.0.113.7',
  createdAt: '2026-11-02T09:30:00.000Z',
  lastUsedAt: '2026-11-02T10:12:00.000Z',
  expiresAt: '2026-11-02T21:30:00.000Z',
};

export const messageTrace: MessageTrace = {
  message: {
    id: '4711',
    sender: 'server-key',
    title: 'Shipped',
    state: 'stored',
    createdAt: '2026-11-02T09:30:00.000Z',
    sendAt: '2026-11-02T09:30:00.000Z',
    expiresAt: '2026-11-30T09:30:00.000Z',
    counts: { sent: 1, delivered: 0, opened: 0, expired: 0, dropped: 0 },
  },
  device: {
    id: '815',
    token: 'fGh3…:APA91b…',
    platform: 'android',
    createdAt: '2026-10-02T09:30:00.000Z',
    lastSeenAt: '2026-11-01T18:02:00.000Z',
    transport: 'fcm',
    connected: false,
  },
  addressed: 'yes',
  steps: [
    { step: 'accepted', at: '2026-11-02T09:30:00.000Z' },
    {
      step: 'postponed-by-service',
      at: '2026-11-02T09:30:00.210Z',
      detail: 'fcm: 503 UNAVAILABLE',
      answer: { service: 'fcm', attempt: 1, status: 503, reason: 'UNAVAILABLE' },
    },
    {
      step: 'taken-by-service',
      at: '2026-11-02T09:30:01.480Z',
      detail: 'fcm: 200',
      answer: {
        service: 'fcm',
        attempt: 2,
        status: 200,
        messageId: 'projects/acme-host/messages/0:1762075801480',
      },
    },
  ],
};

export const consoleEvent: ConsoleEvent = { kind: 'crash', key: 'com.acme.orders' };

export const sendSeries: SendSeries = {
  since: '2026-10-04',
  days: [
    {
      day: '2026-11-02',
      sender: 'server-key',
      accepted: 120,
      sent: 80_210,
      delivered: 78_004,
      opened: 5120,
      expired: 12,
      dropped: 3,
    },
  ],
};

export const versionSeries: VersionSeries = {
  appId: 'com.acme.orders',
  since: '2026-10-04',
  days: [
    {
      day: '2026-11-02',
      version: '1.4.0',
      installs: 120,
      share: 0.12,
      loaded: 400,
      loadFailed: 1,
      crashedOnStart: 2,
      hung: 0,
      crashed: 3,
    },
  ],
};

export const overview: Overview = {
  attention: [
    {
      kind: 'paused',
      appId: 'com.acme.orders',
      version: '1.4.0',
      because: 'It crashed or hung on start for 5 of 24 installs.',
      at: '2026-11-02T09:30:00.000Z',
    },
    {
      kind: 'upstream-failing',
      appId: 'com.acme.orders',
      error: 'upstream-timeout',
      at: '2026-11-02T11:02:00.000Z',
    },
  ],
  more: [{ kind: 'submitted', count: 12, isExact: true }],
  sends: [
    {
      day: '2026-11-02',
      accepted: 120,
      sent: 80_210,
      delivered: 78_004,
      opened: 5120,
      expired: 12,
      dropped: 3,
    },
  ],
  connected: { devices: 9120, nodes: 2 },
  released: [
    {
      appId: 'com.acme.orders',
      version: '1.3.2',
      percentage: 100,
      at: '2026-11-01T08:00:00.000Z',
    },
  ],
  scheduled: [
    { appId: 'com.acme.orders', version: '1.5.0', percentage: 10, at: '2026-11-03T06:00:00.000Z' },
  ],
};

export const systemReport: SystemReport = {
  server: {
    version: '1.4.0',
    node: 'v22.20.0',
    startedAt: '2026-11-02T09:30:00.000Z',
    memoryBytes: 180_355_072,
  },
  nodes: [
    {
      node: '0b7f1c1e-55e3-4f0e-8b1c-0a6f7b8f2f11',
      connected: 9120,
      isThis: true,
      version: '1.4.0',
    },
  ],
  database: { kind: 'postgresql' },
  storage: {},
  pushServices: [
    {
      name: 'fcm',
      state: 'failing',
      nodes: 1,
      failingOn: ['0b7f1c1e-55e3-4f0e-8b1c-0a6f7b8f2f11'],
      lastError: { code: 'UNAVAILABLE', at: '2026-11-02T11:02:00.000Z' },
    },
  ],
  upstreams: [
    {
      appId: 'com.acme.orders',
      state: 'failing',
      lastError: { code: 'upstream-timeout', at: '2026-11-02T11:02:00.000Z' },
    },
  ],
  configuration: [
    { name: 'BASE_URL', value: 'https://host.example' },
    { name: 'ADMIN_TOKEN', value: 'set' },
  ],
  limits: [{ name: 'tokensPerRequest', value: 1000 }],
  findings: [{ what: 'database', status: 'ok', detail: 'Migration 30, the last.' }],
};

export const reviewRequest: ReviewRequest = {
  notes: 'Orders can be cancelled now: open one, then press Cancel.',
  check: {
    ok: true,
    checks: ['manifest', 'permissions', 'build', 'size', 'run'],
    findings: [],
    archives: [{ platform: 'ios', sha256: IOS }],
  },
};

export const review: Review = {
  appId: 'com.acme.orders',
  name: 'Orders',
  version: '1.4.0',
  state: 'rejected',
  submission: 1,
  notes: 'Orders can be cancelled now: open one, then press Cancel.',
  submittedBy: '0mk2x1f9q7c4w8ze5r1t6y3u0p',
  submittedByName: 'CI of Orders',
  submittedAt: '2026-11-02T09:30:00.000Z',
  decision: {
    decision: 'rejected',
    reasons: 'Why does it need the address of people?',
    by: 'root',
    at: '2026-11-02T11:00:00.000Z',
  },
};

export const reviewDecision: ReviewDecisionRequest = {
  decision: 'rejected',
  reasons: 'Why does it need the address of people?',
  submission: 1,
};

export const reviewDetails: ReviewDetails = {
  ...review,
  required: true,
  status: 'registered',
  publisher: { id: 'acme', name: 'Acme' },
  changes: {
    against: '1.3.2',
    name: { before: 'Orders', after: 'Orders' },
    translatedNames: [{ language: 'de', after: 'Bestellungen' }],
    permissions: { added: ['email'], removed: [], kept: ['storage', 'analytics'] },
    minHostVersion: { before: '2.0.0', after: '2.0.0' },
    isolation: { before: 'frame', after: 'frame' },
    signed: { before: false, after: false },
    shared: [],
    platforms: [
      {
        platform: 'ios',
        before: 201_440,
        after: 208_114,
        files: [{ path: 'index.bundle', before: 98_120, after: 104_794 }],
        changed: 1,
        same: 6,
      },
    ],
  },
};

export const crash: Crash = {
  appId: 'com.acme.orders',
  place: '5f70bf18a086007016e948b04aed3b82',
  kind: 'crashed',
  message: 'Cannot read properties of undefined (reading "total")',
  at: 'at OrderScreen (https://cdn.example/mini-apps/com.acme.orders/1.4.0/web/App.js:1:20412)',
  firstVersion: '1.2.0',
  lastVersion: '1.4.0',
  count: 31,
  installs: { count: 24, isExact: true },
  firstAt: '2026-11-02T09:30:00.000Z',
  lastAt: '2026-11-02T11:02:00.000Z',
};

export const crashDetails: CrashDetails = {
  ...crash,
  versions: [
    {
      version: '1.4.0',
      status: 'paused',
      pausedBecause: 'It crashed or hung on start for 5 of 24 installs.',
      kind: 'crashed',
      message: crash.message,
      count: 31,
      platforms: [{ name: 'web', count: 31 }],
      hostVersions: [{ name: '2.1.0', count: 31 }],
      firstAt: crash.firstAt,
      lastAt: crash.lastAt,
    },
  ],
  stack: {
    version: '1.4.0',
    platform: 'web',
    frames: [
      {
        reported: crash.at,
        source: { file: 'src/screens/OrderScreen.tsx', line: 41, column: 18, name: 'total' },
      },
    ],
    mapping: 'applied',
  },
};
