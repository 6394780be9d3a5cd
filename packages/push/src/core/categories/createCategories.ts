import { type CategoryAction, fieldsOf, isText } from '@host/contracts';

import { PushError } from '../PushError.ts';
import type { PushPlatform } from '../PushPlatform.types.ts';

/** The buttons that notifications have, by category. */
export interface Categories {
  /** Sets categories from an earlier run on the platform again. */
  restore(): Promise<void>;
  create: (id: string, actions: readonly CategoryAction[]) => Promise<void>;
  /** The buttons of a category; empty if it is unknown. */
  actionsOf: (id: string | undefined) => readonly CategoryAction[];
  /** The ids of the created categories. */
  ids: () => string[];
  /** Removes a category; notifications with it then have no buttons. */
  remove: (id: string) => Promise<void>;
  /** Throws if there is no such category. */
  demand(id: string): void;
}

const PREFIX = 'category/';
const MAX_ACTIONS = 4;

export function createCategories({ storage, setCategory }: PushPlatform): Categories {
  const known = new Map<string, readonly CategoryAction[]>();

  function make(id: string, actions: readonly CategoryAction[]): Promise<void> {
    known.set(id, actions);
    return setCategory(id, actions);
  }

  return {
    async restore() {
      for (const [key, text] of await storage.entries(PREFIX)) {
        await make(key.slice(PREFIX.length), JSON.parse(text) as CategoryAction[]);
      }
    },
    async create(id, actions) {
      const ids = new Set(actions.filter(isAction).map((action) => action.id));
      if (id === '' || ids.size !== actions.length || ids.size < 1 || ids.size > MAX_ACTIONS) {
        throw new PushError(
          'invalid-argument',
          `"${id}" needs a name and one to four actions with titles and ids of their own.`,
        );
      }
      await storage.set(PREFIX + id, JSON.stringify(actions));
      await make(id, actions);
    },
    actionsOf: (id) => known.get(id!) ?? [],
    ids: () => [...known.keys()],
    async remove(id) {
      known.delete(id);
      await storage.delete(PREFIX + id);
    },
    demand(id) {
      if (known.has(id)) return;
      throw new PushError(
        'unknown-category',
        `There is no category "${id}": call createCategory first.`,
      );
    },
  };
}

/** Checks a value as `CategoryAction` of the contracts does. */
function isAction(value: unknown): boolean {
  const { id, title, destructive = false, ...others } = fieldsOf(value) ?? {};
  const hasTexts = isText(id) && id !== '' && isText(title) && title !== '';
  return hasTexts && typeof destructive === 'boolean' && Object.keys(others).length === 0;
}
