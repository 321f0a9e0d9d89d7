/** One start of a device, with what it wrote down until it was switched off. */
export interface Start {
  bootIndex: number;
  startTime: number;
  /** null: it runs. */
  endTime: number | null;
  text: string;
}

const mostText = 500_000;
const mostStarts = 50;

/** What a device writes down of itself: a line for each thing that happens to it. Times are epoch ms. */
export class DeviceJournal {
  private next: number;
  private starts: Start[] = [];

  constructor(first: number) {
    this.next = first;
  }

  begin(at: number): void {
    this.end(at);
    this.starts.push({ bootIndex: this.next, startTime: at, endTime: null, text: '' });
    this.next += 1;
    if (this.starts.length > mostStarts) this.starts.shift();
    this.write(at, 'start');
  }

  end(at: number): void {
    this.write(at, 'end');
    const running = this.running();
    if (running) running.endTime = at;
  }

  write(at: number, event: string, fields: Record<string, unknown> = {}): void {
    const running = this.running();
    if (!running || running.text.length > mostText) return;
    running.text += `${JSON.stringify({ time: new Date(at).toISOString(), event, ...fields })}\n`;
  }

  /** Newest last. */
  list(): readonly Start[] {
    return this.starts;
  }

  /** The starts of these numbers; null: one of them is not kept. */
  pick(bootIndexes: readonly number[]): Start[] | null {
    const found = this.starts.filter(({ bootIndex }) => bootIndexes.includes(bootIndex));
    return found.length === bootIndexes.length ? found : null;
  }

  private running(): Start | undefined {
    return this.starts.find(({ endTime }) => endTime === null);
  }
}
