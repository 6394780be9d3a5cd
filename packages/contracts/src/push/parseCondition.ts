import { LIMITS } from '../common/limits.ts';
import { CONDITION_LIMITS } from './conditionLimits.ts';
import { isTopic } from './topicNames.ts';

/** A condition over topics, as a tree. */
export type Condition =
  | { kind: 'topic'; topic: string }
  | { kind: 'not'; of: Condition }
  | { kind: 'and' | 'or'; left: Condition; right: Condition };

const TOKEN = /\s*(?:(&&)|(\|\|)|(!)|(\()|(\))|'([^']*)'\s+in\s+topics)\s*/y;

type Token = '&&' | '||' | '!' | '(' | ')' | { topic: string };

/**
 * Parses `'a' in topics && ('b' in topics || !('c' in topics))`. Parentheses bind first; everything else is evaluated
 * strictly from left to right, as the protocol requires: `A || B && C` is `(A || B) && C`. Undefined if it is malformed.
 */
export function parseCondition(text: string): Condition | undefined {
  const tokens = tokensOf(text);
  if (!tokens) return undefined;
  const topics = tokens.filter((token) => typeof token === 'object');
  if (topics.length === 0 || topics.length > LIMITS.topicsPerCondition) return undefined;
  const reader = new Reader(tokens);
  const condition = reader.expression(0);
  return reader.isAtEnd ? condition : undefined;
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  expression(depth: number): Condition | undefined {
    let left = this.#operand(depth);
    for (let operator = this.#peek(); left && isOperator(operator); operator = this.#peek()) {
      this.#at++;
      const right = this.#operand(depth);
      left = right && { kind: operator === '&&' ? 'and' : 'or', left, right };
    }
    return left;
  }

  #operand(depth: number): Condition | undefined {
    if (depth > CONDITION_LIMITS.conditionNesting) return undefined;
    const token = this.#tokens[this.#at++];
    if (token === '!') {
      const of = this.#operand(depth + 1);
      return of && { kind: 'not', of };
    }
    if (token === '(') {
      const inner = this.expression(depth + 1);
      return this.#tokens[this.#at++] === ')' ? inner : undefined;
    }
    return typeof token === 'object' ? { kind: 'topic', topic: token.topic } : undefined;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }
}

function isOperator(token: Token | undefined): token is '&&' | '||' {
  return token === '&&' || token === '||';
}

function tokensOf(text: string): Token[] | undefined {
  if (text.length > CONDITION_LIMITS.conditionLength) return undefined;
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    const [, and, or, not, open, close, topic] = match;
    if (topic !== undefined) {
      if (!isTopic(topic)) return undefined;
      tokens.push({ topic });
    } else tokens.push((and ?? or ?? not ?? open ?? close) as Token);
  }
  return tokens;
}
