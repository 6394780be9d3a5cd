import { type Draft, EMPTY_DRAFT, type MoreOfNotification } from './composePush.ts';
import { readRows } from './dataRows.ts';
import { AUDIENCES, type Audience } from './readTarget.ts';
import { writerMark } from './writerMark.ts';

/** Keeps the push that somebody is writing. */
export interface DraftStore {
  read: () => Draft;
  keep: (draft: Draft) => void;
  forget: () => void;
  /** Who writes from now on: a draft of anybody else is forgotten. */
  openFor: (actor: string) => void;
}

const KEY = 'console.draft';

/** Addresses of many. Tokens, keys of groups and ids of people name somebody, and are not left behind in a browser. */
const KEPT_ADDRESSES: ReadonlySet<string> = new Set<Audience>(['topic', 'condition', 'mini-app']);

/**
 * Keeps one draft in the browser: a text that was written to be read by many. Whom it is for is kept where that is many;
 * tokens and people stay in memory, until the page is left. It is forgotten when it is sent, when its writer signs out, and
 * when somebody else signs in.
 */
export function createDraftStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): DraftStore {
  const attempt = <Result>(run: () => Result): Result | undefined => {
    try {
      return run();
    } catch {
      // A browser that keeps nothing has the draft as long as the screen is open.
      return undefined;
    }
  };
  let written: Draft | undefined;
  let writer: number | undefined;
  const forgetKept = () => attempt(() => storage.removeItem(KEY));
  return {
    read: () => written ?? attempt(() => draftIn(storage.getItem(KEY))) ?? EMPTY_DRAFT,
    keep(draft) {
      written = draft;
      attempt(() => storage.setItem(KEY, JSON.stringify({ ...withoutPeople(draft), writer })));
    },
    forget() {
      written = undefined;
      forgetKept();
    },
    openFor(actor) {
      const next = writerMark(actor);
      if (next !== writer) written = undefined;
      writer = next;
      // Another tab may have kept one of somebody else meanwhile; one that says nothing of its writer may be anybody's.
      if (attempt(() => writerIn(storage.getItem(KEY))) !== next) forgetKept();
    },
  };
}

function withoutPeople(draft: Draft): Draft {
  return { ...draft, addresses: addressesOfMany(draft.addresses), testTo: '' };
}

function addressesOfMany(addresses: unknown): Draft['addresses'] {
  const kept = Object.entries(Object(addresses)).filter(
    ([audience, to]) => KEPT_ADDRESSES.has(audience) && typeof to === 'string',
  );
  return Object.fromEntries(kept);
}

function writerIn(text: string | null): unknown {
  return (JSON.parse(text ?? '{}') as { writer?: unknown } | null)?.writer;
}

/** What was kept may be of another version of the console. */
function draftIn(text: string | null): Draft {
  const kept = JSON.parse(text ?? '{}') as Partial<Record<keyof Draft, unknown>>;
  const { addresses: _, data: __, more: ___, ...empty } = EMPTY_DRAFT;
  const texts: Record<keyof typeof empty, string> = { ...empty };
  for (const name of Object.keys(texts) as (keyof typeof texts)[]) {
    const value = kept[name];
    if (typeof value === 'string') texts[name] = value;
  }
  return {
    ...texts,
    addresses: addressesOfMany(kept.addresses),
    data: readRows(kept.data),
    more: moreIn(kept.more),
    testTo: '',
    audience: AUDIENCES.find((each) => each === texts.audience) ?? EMPTY_DRAFT.audience,
    priority: texts.priority === 'normal' ? 'normal' : 'high',
  };
}

/** Names with a text or with a list of texts; the server checks what they say. */
function moreIn(kept: unknown): MoreOfNotification {
  const isText = (value: unknown) => typeof value === 'string';
  const entries = Object.entries(Object(kept)).filter(
    ([, value]) => isText(value) || (Array.isArray(value) && value.every(isText)),
  );
  return Object.fromEntries(entries);
}
