// Re.Pack provides `react-native bundle` and `react-native start`.
module.exports = { commands: require('@callstack/repack/commands/rspack') };
