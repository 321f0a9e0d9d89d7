import type { DepartmentRecord } from '@eyrie/domain';

export interface TreeRow {
  key: string;
  record: DepartmentRecord;
  /** What a screen reader says of the row. */
  'aria-label': string;
  isLeaf: boolean;
  children?: TreeRow[];
}

/** The tree as far as it is known: an open department whose children have not come yet stands without them. */
export function treeRows(
  top: DepartmentRecord,
  below: ReadonlyMap<string, readonly DepartmentRecord[]>,
  say: (record: DepartmentRecord) => string,
): TreeRow {
  const children = below.get(top.oid);
  return {
    key: top.oid,
    record: top,
    'aria-label': say(top),
    isLeaf: !top.hasChildren,
    ...(children ? { children: children.map((child) => treeRows(child, below, say)) } : {}),
  };
}
