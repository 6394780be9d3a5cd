import { AUDIENCES, type Draft, EMPTY_DRAFT } from './composePush.ts';

/** Keeps the push that somebody is writing. */
export interface DraftStore {
  read: () => Draft;
  keep: (draft: Draft) => void;
  forget: () => void;
}

const KEY = 'console.draft';

/**
 * Keeps one draft in the browser. It has a text that was written to be read by many, and addresses of devices, no secret;
 * still it is forgotten when it is sent, and when its writer signs out.
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
  return {
    read: () => attempt(() => draftIn(storage.getItem(KEY))) ?? EMPTY_DRAFT,
    keep: (draft) => attempt(() => storage.setItem(KEY, JSON.stringify(draft))),
    forget: () => attempt(() => storage.removeItem(KEY)),
  };
}

/** What was kept may be of another version of the console. */
function draftIn(text: string | null): Draft {
  const kept = JSON.parse(text ?? '{}') as Partial<Record<keyof Draft, unknown>>;
  const draft = { ...EMPTY_DRAFT } as Record<keyof Draft, string>;
  for (const name of Object.keys(EMPTY_DRAFT) as (keyof Draft)[]) {
    const value = kept[name];
    if (typeof value === 'string') draft[name] = value;
  }
  const { audience, priority, ...rest } = draft;
  return {
    ...rest,
    audience: AUDIENCES.find((each) => each === audience) ?? EMPTY_DRAFT.audience,
    priority: priority === 'normal' ? 'normal' : 'high',
  };
}
