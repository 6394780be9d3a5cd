import { Linking, Platform } from 'react-native';

/** What to do where the person has blocked notifications: only they can change it. */
interface PermissionHelp {
  text: string;
  /** Opens the settings of the system; no page can open those of a browser. */
  open?: () => void;
}

export const permissionHelp: PermissionHelp =
  Platform.OS === 'web'
    ? {
        text: 'Your browser blocks them. Open the settings of this site, beside the address, and allow notifications.',
      }
    : {
        text: 'They are blocked in the settings of your device. Allow them there.',
        open: () => void Linking.openSettings(),
      };
