/** Limits of calls over HTTP, which the sign-in page brings along. Milliseconds unless the name says otherwise. */
export const httpLimits = {
  bodyBytes: 1_000_000,
  bodyDepth: 32,
  headerBytes: 16_384,
  requestTimeout: 25_000,
  /** How long a body that nobody reads may still come after its answer. */
  linger: 2_000,
  headersTimeout: 10_000,
  /** How often the server looks for connections whose headers are late. */
  headersCheck: 2_500,
  /** An upload of which fewer bytes come in each such time is cut off. */
  uploadPaceBytes: 8_000,
  uploadPaceEvery: 8_000,
  /** Files that are worked on in memory; the others wait on the disk. */
  uploads: { atOnce: 1, queue: 16, wait: 20_000 },
  /** Files that one upload carries, and that a person hands in at once. */
  filesOfUpload: 1,
  filesAtOnce: 10,
  keepAliveTimeout: 10_000,
  /** A connection on which nothing moves for so long is cut, such as one whose other end does not read. */
  stillFor: 60_000,
  /** What one connection may ask ahead of its answers, and what one address may have open. */
  bounds: { pipelined: 4, addressRequests: 1_000, addressConnections: 2_000 },
  /** Files of the console in memory, and how often a file that is missing is looked for again. */
  staticFiles: { memoryBytes: 48_000_000, listEvery: 1_000 },
  drainTimeout: 8_000,
  idleCheck: 100,
  databaseAnswer: 2_000,
} as const;
