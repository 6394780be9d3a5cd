const KB = 1024;
const MB = 1024 * KB;

/** What callers may store in a day, in bytes, on all nodes together. */
interface DailyLimit {
  /** From one network: an IPv4 address or an IPv6 /64. Many people share an address, so the number is not small. */
  network: number;
  /** From everywhere. Each pool has its own: strangers do not use up that of known devices and people. */
  whole: number;
}

/** What may be added in a day. Far more than honest use needs, but so little that an alerted operator has days to act. */
export const MAX_BYTES_PER_DAY = {
  /** A token of Firebase takes about 600 bytes: 3500 new devices a day behind one address. */
  devices: { network: 2 * MB, whole: 256 * MB },
  /** A usual subscription takes about 150 bytes. */
  topics: { network: 2 * MB, whole: 256 * MB },
  /** 500 notifications of the largest size. */
  schedules: { network: 2 * MB, whole: 128 * MB },
  /** An event's id takes about 200 bytes: 100 000 events a day behind one address. */
  analytics: { network: 20 * MB, whole: 512 * MB },
  /** An install that reports takes about 150 bytes: 14 000 a day behind one address. */
  reports: { network: 2 * MB, whole: 128 * MB },
  /** An account takes about 700 bytes: 150 a day behind one address. */
  accounts: { network: 100 * KB, whole: 64 * MB },
} as const satisfies Record<string, DailyLimit>;

/**
 * The share of a budget for everybody that one neighbourhood may use in a day: 256 IPv4 addresses, or the IPv6 networks
 * of one customer, which can be 65 536. Without it, one stranger could use up the whole budget for everybody.
 */
export const MAX_NEIGHBOURHOOD_SHARE = 1 / 8;

/**
 * Devices that registered without an account and were never seen since; a real host connects within seconds. Rows.
 */
export const MAX_STRANGERS = 20_000;

/** All devices without an account. Rows; operators with more than that raise it with QUOTA_FACTOR. */
export const MAX_ANONYMOUS_DEVICES = 1_000_000;

/** Notifications that devices scheduled for themselves. Rows of up to 5 KB. */
export const MAX_SCHEDULES = 100_000;

/**
 * The share of these up to which each pool may add more. Anybody can become a known device within a day, so a part is
 * reserved for people.
 */
export const SCHEDULE_SHARES = { strangers: 0.5, devices: 0.75, people: 1 } as const;

/** Ids of counted events. Rows; beyond it the oldest are deleted, and only a very late duplicate counts twice. */
export const MAX_SEEN_EVENTS = 1_000_000;

/** Installs that are distinguished in reports, over all versions. Rows. */
export const MAX_REPORTED_INSTALLS = 500_000;

/** Days that a crash is kept after its last occurrence. */
export const MAX_CRASH_DAYS = 90;

/** Devices of one person. Rows; beyond it the least recently seen one is removed. */
export const MAX_DEVICES_PER_PERSON = 50;

/** Former tokens that still lead to a device. Rows; the oldest are deleted. */
export const MAX_REPLACED_TOKENS = 10;

/** Topics that a device may subscribe itself to before it was seen. Rows. */
export const MAX_TOPICS_OF_STRANGER = 20;

/** The names of all topics that a device subscribed itself to. Bytes: 2000 topics of 32 letters. */
export const MAX_TOPIC_BYTES_PER_DEVICE = 64 * KB;

/** How long a device is kept that was never seen. Seconds. */
export const MAX_STRANGER_SECONDS = 7 * 24 * 60 * 60;

/** How long a device without an account counts as a stranger. Seconds. */
export const STRANGER_FOR_SECONDS = 24 * 60 * 60;

/**
 * Unregistered uploads of a publisher, or of one mini-app without a publisher. Bytes: a few versions of the largest size.
 * Concurrent uploads may exceed it together.
 */
export const MAX_UNREGISTERED_BYTES = 4096 * MB;

/** The least that an unregistered version counts for. Bytes. */
export const MIN_UNREGISTERED_BYTES = 64 * KB;

/** How long the uploads of an unregistered version are kept. Seconds since the last one. */
export const MAX_UNREGISTERED_SECONDS = 7 * 24 * 60 * 60;

/** Answers that are stored under the Idempotency-Keys of one admin token. Rows. */
export const MAX_ANSWERS_PER_TOKEN = 100_000;

/** The same for one server key, which is used more. Rows of about 500 bytes. */
export const MAX_ANSWERS_PER_SENDER = 1_000_000;

/** How long daily counts of reports are kept. Days. */
export const MAX_REPORT_DAYS = 400;

/** How long a former path stays reserved for its mini-app: hosts and links go on using it for a while. Seconds. */
export const MAX_FORMER_PATH_SECONDS = 90 * 24 * 60 * 60;

/** Former paths reserved for one mini-app, so that none can block them all. Rows; the oldest become free. */
export const MAX_FORMER_PATHS = 5;

/** Console sessions of one token, the root token included; beyond it the oldest end. */
export const MAX_CONSOLE_SESSIONS_PER_TOKEN = 50;
