throw new Error(
  'react-native is only its types here: its code is the host\u2019s. To run it in this project, `npm install react-native@0.86.3`.',
);
