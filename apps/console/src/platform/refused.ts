import { CallRefused } from '@eyrie/client';

/** A record that something else holds. */
export interface HeldRecord {
  oid: string;
  name: string;
  /** The business word of what holds it. */
  kind?: string;
  count: number;
  /** Where what holds it can be seen. */
  link: string | null;
}

const isHeld = (one: unknown): one is HeldRecord =>
  typeof one === 'object' &&
  one !== null &&
  typeof Reflect.get(one, 'name') === 'string' &&
  typeof Reflect.get(one, 'count') === 'number';

/** The records of a refused deletion that are held, with what holds them. */
export const heldIn = (data: unknown): HeldRecord[] => {
  const found: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'inTheWay') : null;
  return Array.isArray(found) ? found.filter(isHeld) : [];
};

/** The record itself stands against it (409): that is said in a dialog. All else is a failure like any other. */
export const isHeldBack = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && error.status === 409 && error.message !== '';

/** How people say what holds a record: so many of what; its own name alone where the holder has no word. */
export const holderPhrase = ({ kind }: HeldRecord, isPhrase: (id: string) => boolean): string | null => {
  const id = `app.held.${kind ?? ''}`;
  return isPhrase(id) ? id : null;
};

/** What may be done in place of a deletion: only where it is refused because something still needs the record. */
export const insteadFor = <T>(
  { reason }: Pick<CallRefused, 'reason'>,
  instead: T | undefined,
): T | undefined => (reason === 'inUse' ? instead : undefined);
