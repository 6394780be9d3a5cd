import { Worker } from 'node:worker_threads';

/** Where threads begin: beside `main`, since they are put together there from parts that do not know each other. */
const SOURCES = new URL('../../../', import.meta.url);

/** Starts a file as a thread. From source a thread needs the TypeScript loader, which it does not inherit. */
export function startThread(name: string, workerData: unknown): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL(`./${name}.js`, import.meta.url), { workerData });
  }
  const loader = import.meta.resolve('tsx/esm/api');
  const file = new URL(`${name}.ts`, SOURCES).href;
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => {
    register();
    return import(${JSON.stringify(file)});
  })`;
  return new Worker(code, { eval: true, workerData });
}
