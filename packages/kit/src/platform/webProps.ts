import { Platform } from 'react-native';

/** Props that only a browser understands; elsewhere none. */
export function webProps(props: Record<string, unknown>): object {
  return Platform.OS === 'web' ? props : {};
}
