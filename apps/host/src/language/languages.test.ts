import { pickLanguage } from '@host/contracts/messages';
import { expect, it } from 'vitest';

import app from '../../app.json' with { type: 'json' };
import { LANGUAGE_TAGS } from './languages.ts';

it('the native projects declare every language that the host speaks, and no other', () => {
  const plugins = app.expo.plugins as [string, { languages: string[] }][];
  const [, options] = plugins.find(([name]) => name === '@host/native-project')!;
  // Systems distinguish the scripts of Chinese.
  const spoken = options.languages.map((tag) => pickLanguage([tag], LANGUAGE_TAGS)?.language);
  expect(spoken).toEqual(LANGUAGE_TAGS);
});
