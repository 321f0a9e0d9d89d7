import { lastWord, type CallDeclaration } from '@eyrie/domain';

/** The last words of those calls that a holder of these rights may make: `allowed[]` of a record. */
export const allowedWords = (held: ReadonlySet<string>, declarations: readonly CallDeclaration[]): string[] =>
  declarations
    .filter(({ permission }) => typeof permission === 'string' || permission.some((one) => held.has(one)))
    .map(lastWord);
