import { CallRefused } from '@eyrie/client';
import { chineseName, limits } from '@eyrie/domain';

/** DJI keys of the docks that can be registered, with the names people know. */
export const dockModels = [
  { value: '3-1-0', label: 'DJI Dock' },
  { value: '3-2-0', label: 'DJI Dock 2' },
  { value: '3-3-0', label: 'DJI Dock 3' },
] as const;

export const serialNumber = /^[A-Za-z0-9_-]{4,64}$/;

/** Which rule a dock's name breaks; null: none. An organisation may allow other languages. */
export const brokenNameRule = (
  name: string,
  chineseOnly: boolean,
): 'issue.chineseOnly' | 'issue.chineseMax' | 'issue.tooLong' | null => {
  const max = limits.dock.nameMax;
  const count = [...name].length;
  if (!chineseOnly) return count > 64 ? 'issue.tooLong' : null;
  if (count > max) return 'issue.chineseMax';
  return chineseName(max).test(name) ? null : 'issue.chineseOnly';
};

export interface FieldIssue {
  path: string;
  message: string;
}

/** What the server found wrong, by field; a taken name or serial number belongs to its field. Empty: nothing of the kind. */
export const issuesOf = (error: unknown): FieldIssue[] => {
  if (!(error instanceof CallRefused)) return [];
  if (error.reason === 'snTaken') return [{ path: 'sn', message: error.message }];
  if (error.reason === 'nameTaken') return [{ path: 'name', message: error.message }];
  const issues: unknown =
    typeof error.data === 'object' && error.data !== null ? Reflect.get(error.data, 'issues') : null;
  if (!Array.isArray(issues)) return [];
  return issues.filter(
    (issue: unknown): issue is FieldIssue =>
      typeof issue === 'object' &&
      issue !== null &&
      typeof Reflect.get(issue, 'path') === 'string' &&
      typeof Reflect.get(issue, 'message') === 'string',
  );
};
