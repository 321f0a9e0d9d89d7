/** The server answered and said no. `reason` is the stable English id to decide by, `message` the text to show. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  /** HTTP status of the answer. */
  readonly status: number;
  /** Code of the envelope: the HTTP status, or the device's own code when a device refused. */
  readonly code: number;
  /** Stable id of the refusal; `null` when the answer carried none. May be newer than this client knows. */
  readonly reason: string | null;
  /** What came with the refusal: issues of invalid input, the holder of a lease, a command record. Unchecked. */
  readonly data: unknown;

  constructor(answer: {
    status: number;
    code: number;
    message: string;
    reason: string | null;
    data: unknown;
  }) {
    super(answer.message);
    this.status = answer.status;
    this.code = answer.code;
    this.reason = answer.reason;
    this.data = answer.data;
  }
}

/** Nothing readable of the server's came back: no connection, no answer in time, or an answer without its envelope. */
export class CallUnreachable extends Error {
  override readonly name = 'CallUnreachable';
  /** HTTP status of what was answered, by the server or by something between us; `null` when no answer came. */
  readonly status: number | null;
  /** By which the server's log knows the call; `null` where the answer named none. */
  readonly correlationId: string | null;
  /** By its declaration the same request may be sent again, though the first one may have arrived. */
  mayRepeat = false;

  constructor(
    message: string,
    status: number | null,
    { correlationId = null, ...options }: ErrorOptions & { correlationId?: string | null } = {},
  ) {
    super(message, options);
    this.status = status;
    this.correlationId = correlationId;
  }
}

/** The call went through, but its answer does not have the declared shape: page and server differ in version. */
export class CallUnreadable extends Error {
  override readonly name = 'CallUnreadable';
  readonly path: string;

  constructor(path: string, options?: ErrorOptions) {
    super(`the answer of ${path} does not have the declared shape`, options);
    this.path = path;
  }
}
