import { Linking, Platform } from 'react-native';

/** What to do where the person has blocked notifications, as a text about push: only they can change it. */
interface PermissionHelp {
  text: 'blockedByBrowser' | 'blockedByDevice';
  /** Opens the settings of the system; no page can open those of a browser. */
  open?: () => void;
}

export const permissionHelp: PermissionHelp =
  Platform.OS === 'web'
    ? { text: 'blockedByBrowser' }
    : { text: 'blockedByDevice', open: () => void Linking.openSettings() };
