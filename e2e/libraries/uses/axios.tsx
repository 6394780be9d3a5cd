import axios from 'axios';
import { useEffect, useState } from 'react';
import { Text } from 'react-native';

const client = axios.create({
  // What answers in place of a network: a mini-app calls its back end with `api` of the SDK.
  adapter: async (config) => ({
    data: { path: config.url },
    status: 200,
    statusText: 'OK',
    headers: {},
    config,
  }),
});

export function HomeScreen() {
  const [path, setPath] = useState('');
  useEffect(() => {
    void client.get('/items').then(({ data }) => setPath(data.path));
  }, []);
  return <Text>{`Answered ${path}`}</Text>;
}
