/** The commands of the package manager that started us; npm by default. */
export function packageManager(env: NodeJS.ProcessEnv): {
  install: string;
  run: (script: string) => string;
} {
  const name = /^(pnpm|yarn|bun)\//.exec(env['npm_config_user_agent'] ?? '')?.[1] ?? 'npm';
  return {
    install: `${name} install`,
    run: (script) => {
      const isShort = name === 'yarn' || name === 'pnpm' || script === 'start' || script === 'test';
      return isShort ? `${name} ${script}` : `${name} run ${script}`;
    },
  };
}
