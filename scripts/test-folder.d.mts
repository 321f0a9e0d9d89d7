/** The folder of the databases of one run of `npm test`; null where memory has no room for it. */
export declare function openTestFolder(options?: { memory?: string; needed?: number }): {
  path: string;
  /** Returns when the folder is gone. */
  close(): Promise<void>;
} | null;
