import type { Change } from './buildVariant.ts';

/** The steps of answering a resolve request, each with the source changes that remove it from the server. */
export const RESOLVE_STEPS: readonly { step: string; changes: readonly Change[] }[] = [
  {
    step: 'request id, its header and nosniff',
    changes: [
      { file: 'buildServer.ts', from: 'genReqId: requestIdOf,', to: '' },
      {
        file: 'buildServer.ts',
        from: `.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');`,
        to: ';',
      },
    ],
  },
  {
    step: 'is the outcome worth a log line?',
    changes: [
      {
        file: 'buildServer.ts',
        from: 'logOutcome(request, reply);',
        to: '',
      },
    ],
  },
  {
    step: 'figures for Prometheus',
    changes: [{ file: 'buildServer.ts', from: 'measureRequests(app);', to: '' }],
  },
  {
    step: 'is there a NUL in the address?',
    changes: [{ file: 'buildServer.ts', from: 'done(refuseNul(request));', to: 'done();' }],
  },
  {
    step: 'rate limit per address',
    changes: [{ file: 'buildServer.ts', from: 'limitPerAddress(api, config.rateLimits);', to: '' }],
  },
  {
    step: 'validation of path and query',
    changes: [
      {
        file: 'buildServer.ts',
        from: 'app.setValidatorCompiler(validatorCompiler)',
        to: 'app.setValidatorCompiler(() => (value) => ({ value }))',
      },
    ],
  },
  {
    step: 'look-up of the plan, choice of the version and its answer',
    changes: [
      {
        file: 'hosting/registry/routes/hostRoutes.ts',
        from: 'const state = resolver.stateOf(appId);',
        to: 'if (constant) return void sendReady(request, reply, constant); const state = resolver.stateOf(appId);',
      },
      {
        file: 'hosting/registry/routes/hostRoutes.ts',
        from: 'choice.candidate.answerFor(query.platform)',
        to: '(constant = choice.candidate.answerFor(query.platform))',
      },
      {
        file: 'hosting/registry/routes/hostRoutes.ts',
        from: 'const App =',
        to: 'let constant: ReadyAnswer | undefined;\nconst App =',
      },
    ],
  },
];
