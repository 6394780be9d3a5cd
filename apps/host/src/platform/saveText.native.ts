import { Share } from 'react-native';

/** Lets the person choose where a text goes. */
export async function saveText(name: string, text: string): Promise<void> {
  await Share.share({ title: name, message: text });
}
