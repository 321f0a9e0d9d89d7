/** The disk, or what we may use of it, is full: of this server, or of the database (SQLSTATE 53100). */
export const isNoRoom = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
  return cause !== undefined && isNoRoom(cause);
};
