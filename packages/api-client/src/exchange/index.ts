export { type ExchangeOptions, createExchange } from './createExchange.ts';
export type { Answer, Exchange, ExchangeFetch, ExchangeRequest } from './Exchange.types.ts';
export { NoAnswerError } from './NoAnswerError.ts';
export { path } from './path.ts';
export { whileWanted } from './whileWanted.ts';
export { withoutSlashes } from './withoutSlashes.ts';
