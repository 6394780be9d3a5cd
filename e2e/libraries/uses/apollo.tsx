import { ApolloClient, ApolloLink, InMemoryCache, gql } from '@apollo/client';
import { ApolloProvider, useQuery } from '@apollo/client/react';
import { Text } from 'react-native';
import { of } from 'rxjs';

const client = new ApolloClient({
  cache: new InMemoryCache(),
  // What answers in place of a network: a mini-app calls its back end with `api` of the SDK.
  link: new ApolloLink(() => of({ data: { hello: 'forty-two' } })),
});

function Answer() {
  const { data } = useQuery<{ hello: string }>(gql`
    {
      hello
    }
  `);
  return <Text>{`The answer is ${data?.hello}`}</Text>;
}

export function HomeScreen() {
  return (
    <ApolloProvider client={client}>
      <Answer />
    </ApolloProvider>
  );
}
