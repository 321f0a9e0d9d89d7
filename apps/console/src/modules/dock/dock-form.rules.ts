import { chineseName, limits } from '@eyrie/domain';

/** DJI keys of the docks that can be registered, with the names people know. */
export const dockModels = [
  { value: '3-1-0', label: 'DJI Dock' },
  { value: '3-2-0', label: 'DJI Dock 2' },
  { value: '3-3-0', label: 'DJI Dock 3' },
] as const;

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

/** Does an address lead nowhere but to the machine that follows it? */
export const leadsHere = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
};
