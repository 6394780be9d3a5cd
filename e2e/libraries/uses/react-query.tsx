import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Text } from 'react-native';

const client = new QueryClient();

function Answer() {
  const { data } = useQuery({ queryKey: ['answer'], queryFn: async () => 'forty-two' });
  return <Text>{`The answer is ${data}`}</Text>;
}

export function HomeScreen() {
  return (
    <QueryClientProvider client={client}>
      <Answer />
    </QueryClientProvider>
  );
}
