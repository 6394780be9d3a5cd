import { createObservable } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

/** A question to the person, with the way to answer it. */
interface Prompt<Question, Answer> {
  question: Question;
  answer(answer: Answer): void;
}

/** Questions that are shown one after the other. */
export interface Prompts<Question, Answer> {
  /** The one that is shown now. */
  current: Observable<Prompt<Question, Answer> | undefined>;
  /** Resolves to what the person answers. */
  ask(question: Question): Promise<Answer>;
  /** Answers everything that is still open. */
  answerAll(answer: Answer): void;
}

/** Makes a queue of questions: two that come at once are never shown over each other. */
export function createPrompts<Question, Answer>(): Prompts<Question, Answer> {
  const current = createObservable<Prompt<Question, Answer> | undefined>(undefined);
  const waiting: Prompt<Question, Answer>[] = [];
  const showNext = () => current.set(waiting[0]);
  return {
    current,
    ask: (question) =>
      new Promise((resolve) => {
        const prompt = {
          question,
          answer(answer: Answer) {
            const place = waiting.indexOf(prompt);
            if (place === -1) return;
            waiting.splice(place, 1);
            resolve(answer);
            showNext();
          },
        };
        waiting.push(prompt);
        showNext();
      }),
    answerAll(answer) {
      for (const prompt of waiting.slice()) prompt.answer(answer);
    },
  };
}
