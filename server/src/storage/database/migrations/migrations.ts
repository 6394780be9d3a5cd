import { foundation } from './0001-foundation.ts';
import { publisherKeys } from './0002-publisher-keys.ts';
import { people } from './0003-people.ts';
import { push } from './0004-push.ts';
import { miniAppServices } from './0005-mini-app-services.ts';
import { messagesThatGo } from './0006-messages-that-go.ts';
import { keysOfDevices } from './0007-keys-of-devices.ts';
import { countedOnce } from './0008-counted-once.ts';
import { trust } from './0009-trust.ts';
import { whoseItIs } from './0010-whose-it-is.ts';
import { verifiedAddresses } from './0011-verified-addresses.ts';
import { consents } from './0012-consents.ts';
import { strangers } from './0014-strangers.ts';
import { keyedDigests } from './0015-keyed-digests.ts';
import { pendingUploads } from './0016-pending-uploads.ts';
import { operatorsWord } from './0017-operators-word.ts';
import { networksOfSessions } from './0018-networks-of-sessions.ts';
import { kindsOfApps } from './0019-kinds-of-apps.ts';
import { packagesOfMessages } from './0020-packages-of-messages.ts';
import { ownAddresses } from './0021-own-addresses.ts';
import { presence } from './0022-presence.ts';
import { consoleSessions } from './0023-console.ts';
import { series } from './0024-series.ts';
import { reviews } from './0025-reviews.ts';
import { crashes } from './0026-crashes.ts';
import { fence } from './0030-fence.ts';
import { auditSearch } from './0031-audit-search.ts';
import { writtenOnce } from './0033-written-once.ts';
import { requestBudgets } from './0034-request-budgets.ts';
import { heldAndTemplates } from './0035-held-and-templates.ts';
import { sortedLists } from './0036-sorted-lists.ts';
import { consolePeople } from './0037-console-people.ts';
import { auditChanges } from './0038-audit-changes.ts';
import { locks } from './0039-locks.ts';
import { drops } from './0040-drops.ts';
import { messagesOfTopics } from './0041-messages-of-topics.ts';
import { endsOfServerKeys } from './0042-ends-of-server-keys.ts';
import { scheduledReleases } from './0043-scheduled-releases.ts';
import { deadLettersOfDevices } from './0044-dead-letters-of-devices.ts';
import { toldChanges } from './0045-told-changes.ts';
import { translatedNames } from './0046-translated-names.ts';
import { rotationOfTokens } from './0047-rotation-of-tokens.ts';
import { whoScheduled } from './0048-who-scheduled.ts';
import { unreadableMaps } from './0049-unreadable-maps.ts';
import { answersOfPushServices } from './0052-answers-of-push-services.ts';
import { whoScheduledMessages } from './0053-who-scheduled-messages.ts';
import { suspendedMiniApps } from './0054-suspended-mini-apps.ts';
import { whatNodesSay } from './0055-what-nodes-say.ts';
import type { Migration } from './Migration.types.ts';

/** All migrations in their order. One that was released is never edited: a change is a new one. */
export const migrations: readonly Migration[] = [
  foundation,
  publisherKeys,
  people,
  push,
  miniAppServices,
  messagesThatGo,
  keysOfDevices,
  countedOnce,
  trust,
  whoseItIs,
  verifiedAddresses,
  consents,
  strangers,
  keyedDigests,
  pendingUploads,
  operatorsWord,
  networksOfSessions,
  kindsOfApps,
  packagesOfMessages,
  ownAddresses,
  presence,
  consoleSessions,
  series,
  reviews,
  crashes,
  fence,
  auditSearch,
  writtenOnce,
  requestBudgets,
  heldAndTemplates,
  sortedLists,
  consolePeople,
  auditChanges,
  locks,
  drops,
  messagesOfTopics,
  endsOfServerKeys,
  scheduledReleases,
  deadLettersOfDevices,
  toldChanges,
  translatedNames,
  rotationOfTokens,
  whoScheduled,
  unreadableMaps,
  answersOfPushServices,
  whoScheduledMessages,
  suspendedMiniApps,
  whatNodesSay,
];
