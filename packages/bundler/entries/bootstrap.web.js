import { bindStandalone, createMemoryHost } from '@host/miniapp-sdk/host';
import { AppRegistry } from 'react-native';

import App from '@miniapp/App';

bindStandalone(createMemoryHost({ device: { platform: 'web' } }).services);

const root =
  document.getElementById('root') ?? document.body.appendChild(document.createElement('div'));
AppRegistry.registerComponent(__MINIAPP_NAME__, () => App);
AppRegistry.runApplication(__MINIAPP_NAME__, { rootTag: root });
