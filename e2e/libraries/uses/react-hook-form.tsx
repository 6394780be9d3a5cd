import { Controller, useForm } from 'react-hook-form';
import { Button, Text, TextInput } from 'react-native';

export function HomeScreen() {
  const { control, handleSubmit, formState } = useForm({ defaultValues: { name: '' } });
  return (
    <>
      <Controller
        control={control}
        name="name"
        rules={{ required: 'A name is needed' }}
        render={({ field: { value, onChange } }) => (
          <TextInput placeholder="Name" value={value} onChangeText={onChange} />
        )}
      />
      <Text>{formState.errors.name?.message ?? 'No mistakes'}</Text>
      <Button title="Press" onPress={() => void handleSubmit(() => {})()} />
    </>
  );
}
