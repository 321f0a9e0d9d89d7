import { searchPages, type SearchKind } from '@eyrie/domain';

/** Pages that are one record, by its oid; others are lists, beside which a record opens. */
const ofOneRecord: ReadonlySet<string> = new Set(['/PortMonitorSee', '/WarnWorkDetails']);

/** Under which name a record stands in the address of a list: a task is shown by its flights. */
const namesInLists: Partial<Record<SearchKind, string>> = {
  task: 'tab=flights&taskOID',
  flight: 'tab=flights&open',
};

/**
 * Where a record opens, behind the hash: on the page that says most of those that the member may open.
 * @param permitted addresses of pages
 * @returns null where the member may open none
 */
export const addressOf = (kind: SearchKind, oid: string, permitted: readonly string[]): string | null => {
  const page = searchPages[kind].find((path) => permitted.includes(path));
  if (page === undefined) return null;
  const name = ofOneRecord.has(page) ? 'oid' : (namesInLists[kind] ?? 'open');
  return `${page}?${name}=${encodeURIComponent(oid)}`;
};
