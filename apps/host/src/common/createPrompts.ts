import { createObservable } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

/** A question to the person, with the callback that answers it. */
interface Prompt<Question, Answer> {
  question: Question;
  answer(answer: Answer): void;
}

/** A queue of questions that are shown one at a time. */
export interface Prompts<Question, Answer> {
  /** The question that is shown now. */
  current: Observable<Prompt<Question, Answer> | undefined>;
  /** Enqueues a question and resolves to the person's answer. */
  ask(question: Question): Promise<Answer>;
  /** Answers every open question the same way. */
  answerAll(answer: Answer): void;
}

/** Creates a queue of questions: two that are asked at the same time are never shown over each other. */
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
