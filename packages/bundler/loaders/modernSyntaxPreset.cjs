/** What libraries are written in and React Native's own preset leaves as it is, while Hermes does not know it. */
module.exports = () => ({
  plugins: [require.resolve('@babel/plugin-transform-class-static-block')],
});
