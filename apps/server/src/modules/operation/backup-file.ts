/** Name of a backup by the moment it was made, epoch milliseconds: in order of time, and safe everywhere. */
export const backupName = (at: number): string =>
  `eyrie-${new Date(at).toISOString().replaceAll(/[-:]/g, '').replace('.', '-')}.tar.zst`;
