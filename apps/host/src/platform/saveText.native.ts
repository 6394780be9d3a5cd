import { Share } from 'react-native';

/** Opens the share sheet, in which the person chooses where to save the text. */
export async function saveText(name: string, text: string): Promise<void> {
  await Share.share({ title: name, message: text });
}
