// Module federation shares only modules that the host imports. This file is generated for each project, from its dependencies.
// oxlint-disable import/no-unassigned-import
import '@host/kit';
import '@host/miniapp-sdk';
import '@react-navigation/native';
import '@react-navigation/native-stack';
import 'react';
import 'react-native';
