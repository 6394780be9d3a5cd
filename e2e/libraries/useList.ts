import type { Step } from '@host/headless-host';

import type { Library } from './Library.types.ts';

/** What leads back to the list of a batch. */
export const BACK = 'Back to the list';

/** What a person does to see that a library works: as steps of fixtures.json. */
export function stepsOf({ name, press, shows }: Library): Step[] {
  return [
    { press: name },
    ...(press === undefined ? [] : [{ press }]),
    { waitForText: shows },
    { press: BACK },
  ];
}

/** The source of a first screen that lists libraries. A use is loaded when it is opened: one that throws harms no other. */
export function useList(libraries: readonly Library[]): string {
  const loaders = libraries.map(
    ({ name, use }) => `  '${name}': () => require('../uses/${use}').HomeScreen,`,
  );
  return `import { type ComponentType, useState } from 'react';
import { Button, ScrollView, View } from 'react-native';

const USES: Record<string, () => ComponentType> = {
${loaders.join('\n')}
};

export function HomeScreen() {
  const [name, setName] = useState('');
  if (name === '') {
    return (
      <ScrollView>
        {Object.keys(USES).map((one) => (
          <Button key={one} title={one} onPress={() => setName(one)} />
        ))}
      </ScrollView>
    );
  }
  const Use = USES[name]!();
  return (
    <View style={{ flex: 1 }}>
      <Button title="${BACK}" onPress={() => setName('')} />
      <Use />
    </View>
  );
}
`;
}
