// A module is shared only where the host imports it. This file is written anew for each project, with what it depends on.
// oxlint-disable import/no-unassigned-import
import '@host/kit';
import '@host/miniapp-sdk';
import '@react-navigation/native';
import '@react-navigation/native-stack';
import 'react';
import 'react-native';
