import type { Runtime } from '../../platform/runtime.ts';
import { recordEndingDocuments, type EndingDocument } from './device-document.store.ts';

/** Days before the end of a document at which is reminded. */
const reminders = [30, 7, 0];
/** Days for which one that has ended is reminded of, where nobody was reminded in time. */
const overFor = 7;

/** Documents that end soon, each at 30, 7 and 0 days once. */
export const remindOfDocuments = ({
  db,
  serverTime,
}: Pick<Runtime, 'db' | 'serverTime'>): Promise<EndingDocument[]> =>
  recordEndingDocuments(db, reminders, overFor, new Date(serverTime()));
