export interface FieldIssue {
  /** Name of the field, as the call declares it. */
  path: string;
  /** What is wrong, in the reader's language. */
  message: string;
}

const isFieldIssue = (issue: unknown): issue is FieldIssue =>
  typeof issue === 'object' &&
  issue !== null &&
  typeof Reflect.get(issue, 'path') === 'string' &&
  typeof Reflect.get(issue, 'message') === 'string';

/** What the server found wrong, field by field, from the data of a refusal. Empty: nothing of the kind. */
export const issuesIn = (data: unknown): FieldIssue[] => {
  const issues: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'issues') : null;
  return Array.isArray(issues) ? issues.filter(isFieldIssue) : [];
};
