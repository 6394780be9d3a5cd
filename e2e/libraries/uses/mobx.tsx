import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Button, Text } from 'react-native';

class Counter {
  count = 0;

  constructor() {
    makeAutoObservable(this);
  }

  add() {
    this.count++;
  }
}
const counter = new Counter();

export const HomeScreen = observer(() => (
  <>
    <Text>{`Pressed ${counter.count} times`}</Text>
    <Button title="Press" onPress={() => counter.add()} />
  </>
));
