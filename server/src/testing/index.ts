// The parts of the server that tests of other packages may use: a test server, and the rules for archives.
export { archiveOf, hugeMap } from '../hosting/reports/crashes/source-maps/testing/maps.ts';
export { inspectArchive } from '../hosting/archive/inspectArchive.ts';
export {
  ADMIN_TOKEN,
  SERVER_KEY,
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
  uploadsOf,
} from './createTestServer.ts';
export {
  type Mailbox,
  type ReceivedMail,
  startMailbox,
  tokenIn,
} from '../people/mail/testing/startMailbox.ts';
export {
  type MailServer,
  mailedPerson,
  newEmail,
  startMailServer,
} from '../people/testing/mailServer.ts';
export { signInTo } from '../operations/console/testing/signInTo.ts';
export { startSignInProvider } from '../people/issuer/testing/startSignInProvider.ts';
export { openSqlite } from '../storage/database/sqlite/openSqlite.ts';
export { personOn } from '../people/testing/personOn.ts';
export { readWebApp } from '../http/web-app/readWebApp.ts';
export { foreignRegistrationOf } from './startForeignCdn.ts';
export { signUp } from '../push/testing/signUp.ts';
export { testEngines } from './testEngines.ts';
export { vouchFor } from './vouchFor.ts';
