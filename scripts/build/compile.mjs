/** Runs an app's Rspack once; throws with the compilation errors. */
export async function compile(rspack, configs) {
  const compiler = rspack(configs);
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise((resolve) => {
    compiler.close(resolve);
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
}
