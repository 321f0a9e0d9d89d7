import { CallRefused } from '@eyrie/client';
import type { FieldAnswer, FieldStep } from '@eyrie/domain';

export const fieldStages = ['before', 'after'] as const;
export type FieldStage = (typeof fieldStages)[number];

export interface FieldPhoto {
  id: string;
  stage: FieldStage;
  name: string;
  /** Known as soon as it is at the server: it is not sent again. */
  mediaOID: string | null;
}

/**
 * A step of a person in the field. draft: not finished yet; waiting: to be sent; answered: the server has it, and the
 * order stands otherwise; refused: the server did not take it, and it can be changed.
 */
export interface FieldWorkItem {
  /** By which the server knows it when it comes again. */
  key: string;
  orderOID: string;
  orderName: string;
  step: FieldStep;
  note: string;
  photos: readonly FieldPhoto[];
  /** Epoch ms by the server's clock as far as this page knows it. */
  doneAt: number;
  phase: 'draft' | 'waiting' | 'answered' | 'refused';
  answer: FieldAnswer | null;
  /** Why the server did not take it. */
  fault: string | null;
}

/** What outlives the page. */
export interface FieldShelf {
  items(): Promise<FieldWorkItem[]>;
  /** @returns false where the phone keeps nothing */
  keep(item: FieldWorkItem): Promise<boolean>;
  keepPhoto(id: string, picture: string): Promise<boolean>;
  /** A data URL; null: it is gone. */
  photo(id: string): Promise<string | null>;
  dropPhoto(id: string): Promise<void>;
  drop(item: FieldWorkItem): Promise<void>;
}

export interface FieldLine {
  photo(orderOID: string, photo: FieldPhoto, picture: string): Promise<string>;
  claim(item: FieldWorkItem): Promise<FieldAnswer>;
  complete(item: FieldWorkItem, oidsOf: (stage: FieldStage) => string[]): Promise<FieldAnswer>;
}

/**
 * A line that takes nothing more once its member is gone: sending goes on while a photo is under way, and what follows it would be
 * done in the name of who signed in meanwhile. What it does not take waits.
 */
export const lineWhile = (isHere: () => boolean, line: FieldLine): FieldLine => {
  const gone = (): Promise<never> => Promise.reject(new Error('there is no session of this member'));
  return {
    photo: (...given) => (isHere() ? line.photo(...given) : gone()),
    claim: (...given) => (isHere() ? line.claim(...given) : gone()),
    complete: (...given) => (isHere() ? line.complete(...given) : gone()),
  };
};

/** Shown instead of the server's words where a photo is no longer there. */
export const photoGone = 'photoGone';

/** The server has decided about it; anything else passes, and it is sent again. */
const isDecided = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && error.status < 500 && ![401, 408, 429].includes(error.status);

export interface FieldState {
  items: readonly FieldWorkItem[];
  /** Something could not be kept on this phone. */
  unkept: boolean;
}

const wellDone = ({ standing }: FieldAnswer): boolean => standing === 'claimed' || standing === 'completed';

interface Sending {
  line: FieldLine;
  /** The server has answered a step; `well`: as it was meant. */
  onAnswer: (item: FieldWorkItem, well: boolean) => void;
  find: (key: string) => FieldWorkItem | undefined;
  put: (item: FieldWorkItem) => Promise<void>;
  drop: (item: FieldWorkItem) => Promise<void>;
  picture: (id: string) => Promise<string | null>;
  waiting: () => readonly FieldWorkItem[];
}

/** Sends what waits, one after the other, until the line fails. */
const createSending = ({ line, onAnswer, find, put, drop, picture, waiting }: Sending) => {
  /** @returns false where its photos cannot be sent */
  const sendPhotos = async (key: string): Promise<boolean> => {
    for (const photo of find(key)?.photos ?? []) {
      if (photo.mediaOID !== null) continue;
      const found = await picture(photo.id);
      const item = find(key);
      if (!item) return false;
      if (found === null) {
        await put({ ...item, phase: 'refused', fault: photoGone });
        return false;
      }
      const mediaOID = await line.photo(item.orderOID, photo, found);
      const sent = find(key);
      if (!sent) return false;
      const photos = sent.photos.map((one) => (one.id === photo.id ? { ...one, mediaOID } : one));
      await put({ ...sent, photos });
    }
    return true;
  };
  const sendOne = async (key: string): Promise<void> => {
    if (!(await sendPhotos(key))) return;
    const item = find(key);
    if (!item) return;
    const oidsOf = (stage: FieldStage): string[] =>
      item.photos.flatMap((one) => (one.stage === stage && one.mediaOID !== null ? [one.mediaOID] : []));
    const answer = await (item.step === 'claim' ? line.claim(item) : line.complete(item, oidsOf));
    if (wellDone(answer)) {
      await drop(item);
      onAnswer(item, true);
    } else {
      await put({ ...item, phase: 'answered', answer });
      onAnswer(item, false);
    }
  };

  return async (): Promise<void> => {
    for (const { key } of waiting())
      try {
        await sendOne(key);
      } catch (error) {
        if (!isDecided(error)) return;
        const item = find(key);
        if (item) await put({ ...item, phase: 'refused', fault: error.message });
      }
  };
};

/**
 * Steps that wait until there is a connection. Each is sent until the server has answered it, under the same key, so
 * that it is done once; nothing of it leaves the phone before that.
 */
export const createFieldQueue = ({
  shelf,
  line,
  onChange,
  onAnswer,
}: {
  shelf: FieldShelf;
  line: FieldLine;
  onChange: (state: FieldState) => void;
  /** The server has answered a step; `well`: as it was meant. */
  onAnswer: (item: FieldWorkItem, well: boolean) => void;
}) => {
  let state: FieldState = { items: [], unkept: false };
  /** Photos of this page, also where the phone keeps nothing. */
  const pictures = new Map<string, string>();
  const show = (part: Partial<FieldState>): void => {
    state = { ...state, ...part };
    onChange(state);
  };
  const find = (key: string): FieldWorkItem | undefined => state.items.find((one) => one.key === key);
  const put = async (item: FieldWorkItem): Promise<void> => {
    const others = state.items.filter(({ key }) => key !== item.key);
    show({ items: [...others, item].toSorted((one, other) => one.doneAt - other.doneAt) });
    if (!(await shelf.keep(item))) show({ unkept: true });
  };
  const drop = async (item: FieldWorkItem): Promise<void> => {
    show({ items: state.items.filter(({ key }) => key !== item.key) });
    for (const { id } of item.photos) pictures.delete(id);
    await shelf.drop(item);
  };
  const picture = async (id: string): Promise<string | null> => {
    const found = pictures.get(id) ?? (await shelf.photo(id));
    if (found !== null) pictures.set(id, found);
    return found;
  };

  const sendAll = createSending({
    line,
    onAnswer,
    find,
    put,
    drop,
    picture,
    waiting: () => state.items.filter(({ phase }) => phase === 'waiting'),
  });
  let running: Promise<void> | null = null;
  /** Sends what waits, in the order in which it was done; one at a time, and later where there is no connection. */
  const send = (): Promise<void> => {
    running ??= sendAll().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    async load(): Promise<void> {
      const kept = await shelf.items();
      const here = new Set(state.items.map(({ key }) => key));
      const items = [...state.items, ...kept.filter(({ key }) => !here.has(key))];
      show({ items: items.toSorted((one, other) => one.doneAt - other.doneAt) });
    },
    put,
    drop,
    send,
    picture,
    async addPhoto(item: FieldWorkItem, photo: FieldPhoto, found: string): Promise<void> {
      pictures.set(photo.id, found);
      if (!(await shelf.keepPhoto(photo.id, found))) show({ unkept: true });
      const current = find(item.key) ?? item;
      await put({ ...current, photos: [...current.photos, photo] });
    },
    async removePhoto(key: string, id: string): Promise<void> {
      const item = find(key);
      if (!item) return;
      await put({ ...item, photos: item.photos.filter((one) => one.id !== id) });
      pictures.delete(id);
      await shelf.dropPhoto(id);
    },
  };
};
export type FieldQueue = ReturnType<typeof createFieldQueue>;
