import { type ArtifactCalls, artifactCalls } from './calls/artifactCalls.ts';
import { type AuditCalls, auditCalls } from './calls/auditCalls.ts';
import { type ChangeCalls, changeCalls } from './calls/changeCalls.ts';
import { type ConsentCalls, consentCalls } from './calls/consentCalls.ts';
import { type ConsoleCalls, consoleCalls } from './calls/consoleCalls.ts';
import { type CrashCalls, crashCalls } from './calls/crashCalls.ts';
import { type DataCalls, dataCalls } from './calls/dataCalls.ts';
import { type HostCalls, hostCalls } from './calls/hostCalls.ts';
import { type KeyCalls, keyCalls } from './calls/keyCalls.ts';
import { type OverviewCalls, overviewCalls } from './calls/overviewCalls.ts';
import { type PeopleCalls, peopleCalls } from './calls/peopleCalls.ts';
import { type PersonCalls, personCalls } from './calls/personCalls.ts';
import { type ObservationCalls, observationCalls } from './calls/observationCalls.ts';
import { type PublisherCalls, publisherCalls } from './calls/publisherCalls.ts';
import { type PushCalls, pushCalls } from './calls/pushCalls.ts';
import { type RegistryCalls, registryCalls } from './calls/registryCalls.ts';
import { type ReleaseCalls, releaseCalls } from './calls/releaseCalls.ts';
import { type ReviewCalls, reviewCalls } from './calls/reviewCalls.ts';
import { type SearchCalls, searchCalls } from './calls/searchCalls.ts';
import { type TemplateCalls, templateCalls } from './calls/templateCalls.ts';
import { type ServerKeyCalls, serverKeyCalls } from './calls/serverKeyCalls.ts';
import { type SettingCalls, settingCalls } from './calls/settingCalls.ts';
import { type TokenCalls, tokenCalls } from './calls/tokenCalls.ts';
import { createTransport } from './transport/createTransport.ts';

/** The options of a client. */
export interface ApiClientOptions {
  /** The server's URL, `https://host.example` or with a path. */
  baseUrl: string;
  /** The ADMIN_TOKEN or an issued token. Hosts need none. It is only sent to the admin API. */
  token?: string | undefined;
  /**
   * For pages of the console: every call goes to `/console/api` and is made as the person who is signed in there, by a cookie
   * that no script can read. No token is needed then.
   */
  onConsole?: boolean | undefined;
  /** Returns the access token of the person's session, if there is one. It is sent with calls on their behalf. */
  accessToken?: (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** How long a call may take including retries; 30 seconds by default, 15 minutes for uploads and registrations. */
  timeoutMs?: number | undefined;
}

/** One method for every endpoint of the server. */
export interface ApiClient
  extends
    HostCalls,
    RegistryCalls,
    ReleaseCalls,
    ReviewCalls,
    CrashCalls,
    ArtifactCalls,
    TokenCalls,
    KeyCalls,
    PublisherCalls,
    ServerKeyCalls,
    TemplateCalls,
    PushCalls,
    AuditCalls,
    ConsoleCalls,
    ChangeCalls,
    OverviewCalls,
    SearchCalls,
    SettingCalls,
    DataCalls,
    ObservationCalls,
    PeopleCalls,
    ConsentCalls,
    PersonCalls {}

/**
 * Creates a client of the server. Answers are validated against the contracts, refusals become
 * `ApiClientError`. Where it is safe, a call without an answer or with a temporary refusal is retried with backoff.
 *
 * @example
 * const client = createApiClient({ baseUrl: 'http://localhost:8080', token });
 * const record = await client.registerVersion(registration);
 * await client.releaseVersion(record.appId, record.version, { percentage: 10 });
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const transport = createTransport(options);
  return {
    ...hostCalls(transport),
    ...registryCalls(transport),
    ...releaseCalls(transport),
    ...reviewCalls(transport),
    ...crashCalls(transport),
    ...artifactCalls(transport),
    ...tokenCalls(transport),
    ...keyCalls(transport),
    ...publisherCalls(transport),
    ...serverKeyCalls(transport),
    ...templateCalls(transport),
    ...pushCalls(transport),
    ...auditCalls(transport),
    ...consoleCalls(transport),
    ...changeCalls(transport),
    ...overviewCalls(transport),
    ...searchCalls(transport),
    ...settingCalls(transport),
    ...dataCalls(transport),
    ...observationCalls(transport),
    ...peopleCalls(transport),
    ...consentCalls(transport),
    ...personCalls(transport),
  };
}
