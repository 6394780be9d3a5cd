import { jest } from '@jest/globals';
import { configure } from '@testing-library/react-native';

// A slow machine is no failure.
jest.setTimeout(120_000);
configure({ asyncUtilTimeout: 30_000 });
