// `react-native bundle` and `react-native start` are Re.Pack's.
module.exports = { commands: require('@callstack/repack/commands/rspack') };
