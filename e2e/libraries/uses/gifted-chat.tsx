import { GiftedChat } from 'react-native-gifted-chat';

const messages = [
  { _id: 1, text: 'Hello Ada', createdAt: new Date(0), user: { _id: 2, name: 'Grace' } },
];

export function HomeScreen() {
  return <GiftedChat messages={messages} user={{ _id: 1 }} />;
}
