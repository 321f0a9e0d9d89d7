import { limits, type RefusalReason, type RouteRecord, type RouteWarning } from '@eyrie/domain';

/** Whether a chosen file is to be read as a table of points. */
export const isTable = ({ name }: { name: string }): boolean => /\.(xlsx|csv)$/i.test(name);

/** Why a chosen file need not even be sent. Null: it may be. */
export const fileFault = (file: {
  name: string;
  size: number;
}): 'notKmz' | 'empty' | 'tooBig' | 'tableTooBig' | null => {
  if (isTable(file)) {
    if (file.size === 0) return 'empty';
    return file.size > limits.table.bytes ? 'tableTooBig' : null;
  }
  if (!file.name.toLowerCase().endsWith('.kmz')) return 'notKmz';
  if (file.size === 0) return 'empty';
  return file.size > limits.route.kmzBytes ? 'tooBig' : null;
};

/** Reasons that the dialog knows how to say by name in the reader's own language. */
export const isKmzReason = (reason: string | null): reason is RefusalReason & `kmz${string}` =>
  reason?.startsWith('kmz') ?? false;

/** A route with a finding that blocks it is kept and exported, but no flight of it can be arranged. */
export const isBlocked = ({ warnings }: Pick<RouteRecord, 'warnings'>): boolean =>
  warnings.some((warning) => warning.blocking);

/** A rule that could not be checked, for want of terrain, a dock or a model: nothing was found, and nothing is said to be well. */
export const isUnchecked = ({ blocking, values }: RouteWarning): boolean =>
  !blocking && values['missing'] !== undefined;

/** Whether nothing was found. Where a layer of what stands on the ground was not read, nobody has looked for it. */
export const isClear = (warnings: readonly RouteWarning[]): boolean =>
  warnings.every((one) => isUnchecked(one) && one.values['missing'] !== 'obstacles');

/** How many rules could not be checked. One rule is counted once, however many layers or things it wanted. */
export const uncheckedRules = (warnings: readonly RouteWarning[]): number =>
  new Set(warnings.filter(isUnchecked).map(({ code }) => code)).size;

/** Whether it was found that a route asks for more than a battery gives; where that could not be checked nobody knows. */
export const exceedsBattery = (warnings: readonly RouteWarning[]): boolean =>
  warnings.some((warning) => warning.code === 'battery' && !isUnchecked(warning));
