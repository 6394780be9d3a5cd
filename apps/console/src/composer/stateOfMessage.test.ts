import { PushState } from '@host/contracts';
import { expect, it } from 'vitest';

import { MESSAGE_FILTERS, stateOfMessage } from './stateOfMessage.ts';

it.each(PushState.options)(
  'a message that is %s is under one filter, by the same word',
  (state) => {
    const { words } = stateOfMessage({ state });
    const named = MESSAGE_FILTERS.filter(([, filter]) =>
      filter.toLowerCase().includes(words.toLowerCase()),
    );
    expect(named).toHaveLength(1);
  },
);
