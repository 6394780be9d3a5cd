import { CategoryAction } from '@host/contracts';
import * as z from 'zod/mini';

import type { PushPlatform } from '../../platform/PushPlatform.types.ts';
import { PushError } from '../PushError.ts';

/** The buttons that notifications have, by category. */
export interface Categories {
  /** Makes the platform know again what was created in an earlier run. */
  restore(): Promise<void>;
  create(id: string, actions: readonly CategoryAction[]): Promise<void>;
  /** Fails when there is no such category. */
  demand(id: string): void;
}

const PREFIX = 'category/';
const Actions = z.array(CategoryAction).check(z.minLength(1), z.maxLength(4));

export function createCategories({ storage, setCategory }: PushPlatform): Categories {
  const known = new Set<string>();
  return {
    async restore() {
      for (const [key, text] of await storage.entries(PREFIX)) {
        const id = key.slice(PREFIX.length);
        known.add(id);
        await setCategory(id, JSON.parse(text) as CategoryAction[]);
      }
    },
    async create(id, actions) {
      const parsed = z.safeParse(Actions, actions);
      const ids = new Set(actions.map((action) => action.id));
      if (id === '' || !parsed.success || ids.size !== actions.length) {
        throw new PushError(
          'invalid-argument',
          `The category "${id}" needs a name and one to four actions, each with an id of its own and a title.`,
        );
      }
      await storage.set(PREFIX + id, JSON.stringify(actions));
      known.add(id);
      await setCategory(id, actions);
    },
    demand(id) {
      if (known.has(id)) return;
      throw new PushError(
        'unknown-category',
        `There is no category "${id}": create it first with localNotificationService.createCategory("${id}", actions).`,
      );
    },
  };
}
