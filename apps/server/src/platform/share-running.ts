/**
 * Whoever asks for the same thing while an answer is on its way gets that answer: a thousand who ask at once cost one
 * look. The answer may be older than a question by the time that the look takes, and is never kept longer.
 * @param keyOf what tells questions apart
 */
export const shareRunning = <Question extends readonly unknown[], Answer>(
  look: (...question: Question) => Promise<Answer>,
  keyOf: (...question: Question) => string,
): ((...question: Question) => Promise<Answer>) => {
  const running = new Map<string, Promise<Answer>>();
  return (...question) => {
    const key = keyOf(...question);
    const under = running.get(key);
    if (under) return under;
    const answer = look(...question).finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  };
};
