import type { AmfObject } from './amf.ts';
import type { EncodedTag } from './encoder.ts';
import { openPublisher, type Publisher } from './rtmp-publisher.ts';
import { openWhipPublisher } from './whip-publisher.ts';

const connectMs = 4000;
const retryMs = 2000;
const retries = 15;

/** Keeps a stream going over RTMP or, to a web address, by WHIP: it comes back when the media server was away for a while. */
export class Push {
  private readonly url: string;
  private readonly metadata: () => AmfObject;
  private readonly lost: () => void;
  private publisher: Publisher | null = null;
  private header: EncodedTag | null = null;
  private keyAwaited = true;
  private ended = false;

  constructor(url: string, metadata: () => AmfObject, lost: () => void) {
    this.url = url;
    this.metadata = metadata;
    this.lost = lost;
  }

  /** True when the next frame should be a key frame: nothing can be decoded before one. */
  get wantsKey(): boolean {
    return this.keyAwaited || (this.publisher?.wantsKey?.() ?? false);
  }

  /** @throws when the media server cannot be reached or refuses */
  async open(): Promise<void> {
    const options = { url: this.url, metadata: this.metadata(), timeoutMs: connectMs };
    const open = /^https?:/.test(this.url) ? openWhipPublisher : openPublisher;
    const publisher = await open(options);
    if (this.ended) return publisher.close();
    this.publisher = publisher;
    this.keyAwaited = true;
    if (this.header) publisher.video(this.header.body, 0);
    void publisher.closed.then(() => this.reopen(0));
  }

  tag(tag: EncodedTag): void {
    if (tag.header) this.header = tag;
    else if (this.keyAwaited && !tag.key) return;
    const sent = this.publisher?.video(tag.body, tag.timestamp) ?? false;
    // After a frame was left out, the ones that build on it are worth nothing.
    if (!tag.header) this.keyAwaited = !sent;
  }

  close(): void {
    this.ended = true;
    this.publisher?.close();
  }

  private reopen(round: number) {
    this.publisher = null;
    if (this.ended) return;
    if (round >= retries) return this.lost();
    setTimeout(() => {
      if (!this.ended) this.open().catch(() => this.reopen(round + 1));
    }, retryMs);
  }
}
