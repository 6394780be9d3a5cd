import { expect, it } from 'vitest';

import app from '../../app.json' with { type: 'json' };
import { CHANNELS } from './channels.ts';

it('the channel that native projects give to pushes without one is a channel of the host', () => {
  const options = app.expo.plugins.find(([name]) => name === '@host/native-project')![1];
  // What the plugin takes where it is told nothing else.
  const { defaultChannel = 'default' } = options as { defaultChannel?: string };
  expect(CHANNELS.map(({ id }) => id)).toContain(defaultChannel);
});
