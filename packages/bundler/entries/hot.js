// The page of `miniapp start` asks for updates when it is told of a build. `update(hash)` resolves to nothing, or to what
// kept it from the build (`problem`), or to what the new code threw when it was loaded (`error`).
globalThis.miniappHotUpdates = {
  async update(hash) {
    const thrown = [];
    const { error: write } = console;
    // Fast Refresh catches what a module throws, goes on with the one before, and tells nobody but the console.
    console.error = (...values) => {
      if (values[0] instanceof Error) thrown.push(values[0]);
      else write.apply(console, values);
    };
    try {
      for (let before = ''; before !== __webpack_hash__;) {
        if (__webpack_hash__ === hash) return { error: thrown[0] };
        before = __webpack_hash__;
        await import.meta.webpackHot.check(true);
      }
      return { problem: 'there is no way from what is shown to the new build' };
    } catch (error) {
      return { problem: explain(error) };
    } finally {
      console.error = write;
    }
  },
};

function explain(error) {
  const message = error instanceof Error ? error.message : String(error);
  const [, module] = /^Aborted because (?:\.\/)?(\S+) is not accepted/.exec(message) ?? [];
  return module ? `${module} exports more than components` : message.split('\n')[0];
}
