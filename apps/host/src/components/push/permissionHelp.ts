import { Linking, Platform } from 'react-native';

/** What to do if the person has blocked notifications, as the key of a push message: only they can unblock them. */
interface PermissionHelp {
  text: 'blockedByBrowser' | 'blockedByDevice';
  /** Opens the system settings; absent in browsers, where no page can open them. */
  open?: () => void;
}

export const permissionHelp: PermissionHelp =
  Platform.OS === 'web'
    ? { text: 'blockedByBrowser' }
    : { text: 'blockedByDevice', open: () => void Linking.openSettings() };
