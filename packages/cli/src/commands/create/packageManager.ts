/** How the package manager that started us is told to do things; npm where nothing is known. */
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
