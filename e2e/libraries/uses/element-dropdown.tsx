import { useState } from 'react';
import { Dropdown } from 'react-native-element-dropdown';

const data = [{ label: 'Tea', value: 'tea' }];

export function HomeScreen() {
  const [value, setValue] = useState('');
  return (
    <Dropdown
      data={data}
      labelField="label"
      valueField="value"
      placeholder="Choose a drink"
      value={value}
      onChange={(item) => setValue(item.value)}
    />
  );
}
