import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type pg from 'pg';

/** The parts of the driver's connection that its own types leave out. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
  stream: NodeJS.WritableStream & { pause(): void; resume(): void; writableNeedDrain: boolean };
}

/** What the driver calls while a statement of ours runs; it knows no copying of its own. */
abstract class CopyStatement {
  readonly text: string;
  protected failure: Error | undefined;
  constructor(text: string) {
    this.text = text;
  }
  submit(wire: Wire): void {
    wire.query(this.text);
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCommandComplete(_message: { text: string }): void {}
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('nothing to send');
  }
  handleCopyData(_message: { chunk: Buffer }, _wire: Wire): void {}
  handleError(error: Error): void {
    this.failure ??= error;
    this.ended();
  }
  handleReadyForQuery(): void {
    this.ended();
  }
  protected abstract ended(): void;
}

class CopyOut extends CopyStatement {
  readonly out = new PassThrough();
  rows = 0;
  #paused: Wire | null = null;
  constructor(text: string) {
    super(text);
    this.out.on('drain', () => this.#resume());
    // A reader that gave up reads no more: the rest is thrown away, so that the connection comes to its end.
    this.out.on('close', () => this.#resume());
  }
  #resume(): void {
    this.#paused?.stream.resume();
    this.#paused = null;
  }
  override handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    if (this.out.destroyed) return;
    // The driver puts what it receives next into the same memory: what waits in the stream must be its own.
    if (this.out.write(Buffer.from(chunk)) || this.#paused) return;
    // A slow disk must not fill the memory.
    this.#paused = wire;
    wire.stream.pause();
  }
  override handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(/\d+$/.exec(text)?.[0] ?? 0);
  }
  protected ended(): void {
    // A stream that was ended drains without a word, and nothing more is to come that would have to wait for it.
    this.#resume();
    if (this.failure) this.out.destroy(this.failure);
    else this.out.end();
  }
}

class CopyIn extends CopyStatement {
  readonly done: Promise<void>;
  readonly #chunks: AsyncIterable<Buffer>;
  readonly #settle: PromiseWithResolvers<void>;
  constructor(text: string, chunks: AsyncIterable<Buffer>) {
    super(text);
    this.#chunks = chunks;
    this.#settle = Promise.withResolvers();
    this.done = this.#settle.promise;
  }
  override handleCopyInResponse(wire: Wire): void {
    void this.#send(wire);
  }
  async #send(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.#chunks) {
        if (this.failure) return;
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), this.done]);
      }
      wire.endCopyFrom();
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
      wire.sendCopyFail('the source failed');
    }
  }
  protected ended(): void {
    if (this.failure) this.#settle.reject(this.failure);
    else this.#settle.resolve();
  }
}

const submit = (client: pg.ClientBase, statement: CopyStatement): void => {
  (client as unknown as { query(statement: CopyStatement): void }).query(statement);
};

/** Rows as `copy … to stdout` gives them. `rows` holds after the stream has ended. */
export function copyOut(client: pg.ClientBase, text: string): { stream: Readable; rows: () => number } {
  const statement = new CopyOut(text);
  submit(client, statement);
  return { stream: statement.out, rows: () => statement.rows };
}

/** Feeds `copy … from stdin`. Rejects with what the database or the source found wrong. */
export function copyIn(client: pg.ClientBase, text: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const statement = new CopyIn(text, chunks);
  submit(client, statement);
  return statement.done;
}
