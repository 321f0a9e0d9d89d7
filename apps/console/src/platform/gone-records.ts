import type { Query } from '@tanstack/react-query';

const gone = new Set<string>();

/** Records that this console is deleting or has deleted, by identifier. */
export const goneRecords = {
  mark: (oids: readonly string[]): void => oids.forEach((oid) => gone.add(oid)),
  /** The deletion failed or was taken back. */
  unmark: (oids: readonly string[]): void => oids.forEach((oid) => gone.delete(oid)),
};

/**
 * False for what is kept of a record that is gone: asking for it again would be refused. The server tells of a deletion
 * before it answers it, while the record still stands open.
 */
export const isAskable = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  !queryKey.some((part) => typeof part === 'string' && gone.has(part));
