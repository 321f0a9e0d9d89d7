import type { z } from 'zod';
import { isSuppressed, namedRule, refusalStatus, type Envelope, type Issue } from '@eyrie/domain';
import type { Language } from './endpoint.ts';
import type { Refusal } from './refusal.ts';
import { fieldLabelId } from './field-label.ts';
import { hasPhrase, say } from './words.ts';

export interface Answer {
  status: number;
  body: Envelope<unknown>;
  retryAfterSeconds?: number;
}

export const issueText = (
  language: Language,
  path: string,
  rule: string,
  values: Record<string, string | number>,
): string => {
  const id = `issue.${rule}`;
  const label = fieldLabelId(path);
  const field = label === null ? path : say(language, label);
  const issue = say(language, hasPhrase(id) ? id : 'issue.format', { field, ...values });
  if (rule === 'required' || values.value === undefined || values.value === '') return issue;
  return say(language, values.allowed === undefined ? 'issue.withValue' : 'issue.withAllowed', {
    ...values,
    issue,
  });
};

type ZodIssue = z.core.$ZodIssue;

const shown = (value: unknown): string => {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const valueAt = (request: unknown, path: readonly PropertyKey[]): unknown => {
  let value: unknown = request;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
};

/** Texts are counted in characters, lists in entries, and the rest is a quantity. */
const boundRules = {
  least: { text: 'tooShort', list: 'tooFew', quantity: 'min' },
  most: { text: 'tooLong', list: 'tooMany', quantity: 'max' },
} as const;
const countedAs = ({ origin }: { origin: string }): keyof typeof boundRules.least => {
  if (origin === 'string') return 'text';
  return origin === 'array' || origin === 'set' ? 'list' : 'quantity';
};

const ruleOf = (
  issue: ZodIssue,
  value: unknown,
): { rule: string; values: Record<string, string | number> } => {
  const values: Record<string, string | number> = { value: shown(value) };
  if (value === undefined) return { rule: 'required', values };
  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'type', values: { ...values, expected: issue.expected } };
    case 'too_small':
      if (value === '' && issue.minimum === 1) return { rule: 'required', values };
      return { rule: boundRules.least[countedAs(issue)], values: { ...values, min: Number(issue.minimum) } };
    case 'too_big':
      return { rule: boundRules.most[countedAs(issue)], values: { ...values, max: Number(issue.maximum) } };
    case 'invalid_value':
      return { rule: 'unknownValue', values: { ...values, allowed: issue.values.map(String).join(', ') } };
    default:
      return { rule: namedRule(issue) ?? 'format', values };
  }
};

/** Issues of a request that broke its shape: field, broken rule, and a sentence with value and allowed range. */
export const issuesOf = (
  error: z.core.$ZodError,
  request: unknown,
  language: Language,
  isSecret: (path: readonly PropertyKey[]) => boolean,
): Issue[] =>
  error.issues.slice(0, 50).map((issue) => {
    const path = issue.path.map(String).join('.');
    const hidden = isSecret(issue.path);
    const { rule, values } = ruleOf(issue, valueAt(request, issue.path));
    return {
      path,
      rule,
      message: issueText(language, path, rule, hidden ? { ...values, value: '…' } : values),
    };
  });

export const success = (language: Language, data: unknown): Answer => ({
  status: 200,
  body: { code: 200, message: say(language, 'app.success'), data },
});

/** A refusal as the envelope: reason for programs, sentence for people. */
export const refused = (language: Language, refusal: Refusal): Answer => {
  const { details, reason } = refusal;
  const status = refusalStatus[reason];
  const issues = details.issues?.map((issue) => ({
    ...issue,
    message: issue.message || issueText(language, issue.path, issue.rule, details.values ?? {}),
  }));
  const message =
    details.message ?? issues?.[0]?.message ?? say(language, `refusal.${reason}`, details.values);
  return {
    status,
    body: {
      code: details.code ?? status,
      message,
      data: {
        ...details.data,
        reason,
        ...(issues ? { issues } : {}),
        // Said by what it is, so that no reader has to know the sentence in three languages.
        ...(isSuppressed(details.code ?? status, reason) ? { suppressed: true } : {}),
      },
    },
    ...(details.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: details.retryAfterSeconds }),
  };
};
