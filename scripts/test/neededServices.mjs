/** Patterns in a test, or in its imports, that show that it needs a service. */
const SIGNS = {
  postgres: /inject\('postgresUrl'\)/,
  nats: /inject\('natsServerPath'\)/,
  chromium: /inject\('chromiumPath'\)/,
  headless: /inject\('headlessPath'\)/,
  dbus: /inject\('dbusPath'\)/,
  promtool: /inject\('promtoolPath'\)/,
  systemd: /inject\('systemdAnalyzePath'\)/,
  pgbouncer: /inject\('pgbouncerPath'\)/,
  nginx: /inject\('nginxPath'\)/,
  kubectl: /inject\('kubectlPath'\)/,
  ruby: /inject\('rubyPath'\)/,
  buildah: /inject\('buildahPath'\)/,
  mmdebstrap: /inject\('mmdebstrapPath'\)/,
  arm64: /inject\('arm64(Compiler|Emulator)Path'\)/,
  server: /inject\('serverMain'\)/,
  native: /inject\('native(Sockets|Agreement)File'\)/,
  tools:
    /['"`][^'"`\n]*(?:@host|packages)\/(?:bundler|headless-host|cli)\b|\bbuildOnce\b|\bmini-apps\/(orders|promos)\b/,
};
/** Comments are ignored: mentioning a service is not using it. */
const COMMENTS = /^\s*(?:\/\/|\/?\*).*$/gm;
/** Tests that need the built tools: those of the tools themselves, and journeys that publish with the CLI. */
const OF_TOOLS = /^(packages\/(bundler|headless-host|cli)|e2e\/(host|hostile|versions))\b/;

/**
 * The services that test files need, as keys of `SIGNS`.
 *
 * @param {import('./SourceGraph.mjs').SourceGraph} graph
 * @param {readonly string[]} files
 * @returns {Set<string>}
 */
export function neededServices(graph, files) {
  const needed = new Set();
  for (const file of graph.reach(files)) {
    if (OF_TOOLS.test(file)) needed.add('tools');
    const text = graph.textOf(file).replaceAll(COMMENTS, '');
    for (const [service, sign] of Object.entries(SIGNS)) if (sign.test(text)) needed.add(service);
  }
  return needed;
}
