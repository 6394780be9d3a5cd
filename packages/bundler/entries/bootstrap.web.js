import { AppRegistry } from 'react-native';

import App from '@miniapp/App';

import { bindStandaloneHost } from './bindStandaloneHost.js';

bindStandaloneHost({ platform: 'web' });

const root =
  document.getElementById('root') ?? document.body.appendChild(document.createElement('div'));
AppRegistry.registerComponent(__MINIAPP_NAME__, () => App);
AppRegistry.runApplication(__MINIAPP_NAME__, { rootTag: root });
