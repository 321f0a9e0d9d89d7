import { openRules, type OpenVerdict } from '@eyrie/domain';

/** Characters of a message that are shown. */
const shown = 200;

const shorten = (text: string): string => (text.length > shown ? `${text.slice(0, shown)}…` : text);

const heads = { ok: 'ok', failed: 'failed', notChecked: 'not checked' } as const;
const width = Math.max(...Object.keys(openRules).map((rule) => rule.length));

export const countOf = (verdicts: readonly OpenVerdict[], result: OpenVerdict['result']): number =>
  verdicts.filter((one) => one.result === result).length;

/** One line a rule, and below a broken one what it says and which message broke it. */
export const reportLines = (verdicts: readonly OpenVerdict[]): string[] => [
  ...verdicts.flatMap(({ rule, result, reason, message }) => [
    `${heads[result].padEnd(11)}  ${rule.padEnd(width)}  ${reason}`,
    ...(result === 'failed' ? [`             rule: ${openRules[rule]}`] : []),
    ...(result === 'failed' && message !== undefined ? [`             message: ${shorten(message)}`] : []),
  ]),
  `${verdicts.length} rules: ${countOf(verdicts, 'ok')} ok, ${countOf(verdicts, 'failed')} failed, ${countOf(verdicts, 'notChecked')} not checked`,
];
