import type { UploadPurpose } from '@eyrie/domain';

export type UploadPhase = 'queued' | 'hashing' | 'sending' | 'waiting' | 'paused' | 'stored' | 'failed';

export interface UploadItem {
  id: number;
  file: File;
  /** What becomes of it. */
  purpose: UploadPurpose;
  phase: UploadPhase;
  /** Bytes that are hashed or have arrived, by the phase. */
  done: number;
  /** Why it failed, in words. */
  fault: string | null;
}

export interface UploadWork {
  signal: AbortSignal;
  say: (change: Partial<Pick<UploadItem, 'phase' | 'done'>>) => void;
}

export interface UploadListOptions {
  /** Files under way at once. */
  atOnce: number;
  /** Takes a file to the server. */
  send: (item: Pick<UploadItem, 'file' | 'purpose'>, work: UploadWork) => Promise<unknown>;
  /** Words of a failure. */
  faultOf: (error: unknown) => string;
  onChange: (items: readonly UploadItem[]) => void;
  onStored: () => void;
}

/** Files in the order in which they go to the server, some at once. */
export const createUploadList = ({ atOnce, send, faultOf, onChange, onStored }: UploadListOptions) => {
  let items: readonly UploadItem[] = [];
  let last = 0;
  const running = new Map<number, AbortController>();
  const put = (next: readonly UploadItem[]): void => {
    items = next;
    onChange(items);
  };
  const change = (id: number, to: Partial<UploadItem>): void =>
    put(items.map((item) => (item.id === id ? { ...item, ...to } : item)));
  const run = async ({ id, file, purpose }: UploadItem, control: AbortController): Promise<void> => {
    const { signal } = control;
    try {
      await send({ file, purpose }, { signal, say: (to) => (signal.aborted ? undefined : change(id, to)) });
      if (signal.aborted) return;
      change(id, { phase: 'stored', done: file.size });
      onStored();
    } catch (error) {
      if (!signal.aborted) change(id, { phase: 'failed', fault: faultOf(error) });
    } finally {
      if (running.get(id) === control) running.delete(id);
      next();
    }
  };
  const next = (): void => {
    const item = running.size < atOnce ? items.find(({ phase }) => phase === 'queued') : undefined;
    if (!item) return;
    const control = new AbortController();
    running.set(item.id, control);
    change(item.id, { phase: 'hashing', done: 0, fault: null });
    void run(item, control);
    next();
  };
  const stop = (id: number): void => {
    running.get(id)?.abort();
    running.delete(id);
  };
  return {
    add: (files: readonly File[], purpose: UploadPurpose = 'media'): void => {
      const added = files.map((file): UploadItem => {
        last += 1;
        return { id: last, file, purpose, phase: 'queued', done: 0, fault: null };
      });
      put([...items, ...added]);
      next();
    },
    pause: (id: number): void => {
      stop(id);
      change(id, { phase: 'paused' });
      next();
    },
    /** After a pause or a failure. */
    goOn: (id: number): void => {
      change(id, { phase: 'queued', fault: null });
      next();
    },
    /** Before all others that wait. */
    first: (id: number): void => {
      put([...items.filter((item) => item.id === id), ...items.filter((item) => item.id !== id)]);
    },
    drop: (id: number): void => {
      stop(id);
      put(items.filter((item) => item.id !== id));
      next();
    },
    end: (): void => {
      for (const control of running.values()) control.abort();
      running.clear();
      items = [];
    },
  };
};
export type UploadList = ReturnType<typeof createUploadList>;
