import { ruleRestsOn } from '@eyrie/planner';

/** What a rule that blocks rests on, as a value of its warning. */
export function sentenceOf(code: string, blocking: boolean): { restsOn?: string } {
  const sentence = blocking ? ruleRestsOn(code) : null;
  return sentence === null ? {} : { restsOn: sentence };
}
