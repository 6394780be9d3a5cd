// The page of `miniapp start` calls `update(hash)` after every build. It resolves to an empty object, or to the reason why the
// build could not be applied (`problem`), or to the error that the new code threw when it was loaded (`error`).
globalThis.miniappHotUpdates = {
  async update(hash) {
    const thrown = [];
    const { error: write } = console;
    // Fast Refresh catches the error of a module, keeps the earlier version, and only writes to the console.
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
