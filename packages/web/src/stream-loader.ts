import type Mpegts from 'mpegts.js';

type Loader = Mpegts.BaseLoader;
type Kind = keyof Mpegts.LoaderErrors;

/** The library's own numbers of what a loader is doing. */
const status = { idle: 0, connecting: 1, buffering: 2, error: 3, complete: 4 } as const;
const kinds = {
  EXCEPTION: 'Exception',
  HTTP_STATUS_CODE_INVALID: 'HttpStatusCodeInvalid',
  EARLY_EOF: 'EarlyEof',
} as const satisfies Partial<Record<Kind, string>>;

const nothing = (): void => undefined;

/**
 * Reads a live stream for the player. Its own loader leaves the connection open when it is put away, and when that
 * then ends it rejects a promise that nobody holds. This one ends the connection, and is silent from then on.
 */
export class StreamLoader implements Loader {
  readonly type = 'stream-loader';
  _status: number = status.idle;
  _needStash = true;
  onContentLengthKnown: Loader['onContentLengthKnown'] = nothing;
  onURLRedirect: Loader['onURLRedirect'] = nothing;
  onDataArrival: Loader['onDataArrival'] = nothing;
  onError: Loader['onError'] = nothing;
  onComplete: Loader['onComplete'] = nothing;
  readonly #reading = new AbortController();
  readonly #headers: Record<string, string>;

  constructor(_seeking?: unknown, { headers = {} }: Pick<Mpegts.Config, 'headers'> = {}) {
    this.#headers = headers;
  }

  get status(): number {
    return this._status;
  }
  get needStashBuffer(): boolean {
    return this._needStash;
  }
  isWorking(): boolean {
    return this._status === status.connecting || this._status === status.buffering;
  }

  open({ url }: { url: string }, { from }: { from: number }): void {
    this._status = status.connecting;
    this.#read(url, from).catch((error: unknown) => {
      // Without a length a connection that breaks off looks like any other failure of the network.
      const kind = this._status === status.buffering ? 'EARLY_EOF' : 'EXCEPTION';
      this.#fail(kind, { code: -1, msg: error instanceof Error ? error.message : String(error) });
    });
  }

  abort(): void {
    this._status = status.complete;
    this.#reading.abort();
  }

  destroy(): void {
    this.abort();
    this._status = status.idle;
  }

  async #read(url: string, from: number): Promise<void> {
    const { signal } = this.#reading;
    const answer = await fetch(url, { signal, headers: this.#headers });
    if (!answer.ok || !answer.body) {
      this.#fail('HTTP_STATUS_CODE_INVALID', { code: answer.status, msg: answer.statusText });
      return;
    }
    let received = 0;
    for (const reader = answer.body.getReader(); ;) {
      const { value, done } = await reader.read();
      if (signal.aborted) return;
      if (done) break;
      this._status = status.buffering;
      const at = from + received;
      received += value.byteLength;
      // The player takes whole buffers.
      const whole = value.byteLength === value.buffer.byteLength ? value : value.slice();
      this.onDataArrival(whole.buffer, at, received);
    }
    this._status = status.complete;
    this.onComplete(from, from + received - 1);
  }

  #fail(kind: keyof typeof kinds, what: Mpegts.LoaderErrorMessage): void {
    if (this.#reading.signal.aborted) return;
    this._status = status.error;
    // The library's types take the table of kinds for one of them.
    this.onError(kinds[kind] as unknown as Mpegts.LoaderErrors, what);
    this.#reading.abort();
  }
}
