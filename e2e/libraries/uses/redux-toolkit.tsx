import { configureStore, createSlice } from '@reduxjs/toolkit';
import { Button, Text } from 'react-native';
import { Provider, useDispatch, useSelector } from 'react-redux';

const counter = createSlice({
  name: 'counter',
  initialState: { count: 0 },
  reducers: { add: (state) => void state.count++ },
});
const store = configureStore({ reducer: counter.reducer });

function Counter() {
  const count = useSelector((state: { count: number }) => state.count);
  const dispatch = useDispatch();
  return (
    <>
      <Text>{`Pressed ${count} times`}</Text>
      <Button title="Press" onPress={() => dispatch(counter.actions.add())} />
    </>
  );
}

export function HomeScreen() {
  return (
    <Provider store={store}>
      <Counter />
    </Provider>
  );
}
