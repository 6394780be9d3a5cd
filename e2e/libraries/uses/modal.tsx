import { useState } from 'react';
import { Button, Text } from 'react-native';
import Modal from 'react-native-modal';

export function HomeScreen() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button title="Press" onPress={() => setIsOpen(true)} />
      <Modal isVisible={isOpen}>
        <Text>In the modal</Text>
      </Modal>
    </>
  );
}
