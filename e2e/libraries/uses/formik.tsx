import { Formik } from 'formik';
import { Button, Text, TextInput } from 'react-native';

export function HomeScreen() {
  return (
    <Formik
      initialValues={{ name: '' }}
      validate={({ name }) => (name === '' ? { name: 'A name is needed' } : {})}
      onSubmit={() => {}}
    >
      {({ values, errors, handleChange, handleSubmit }) => (
        <>
          <TextInput placeholder="Name" value={values.name} onChangeText={handleChange('name')} />
          <Text>{errors.name ?? 'No mistakes'}</Text>
          <Button title="Press" onPress={() => handleSubmit()} />
        </>
      )}
    </Formik>
  );
}
