import { roomRefusals } from './definitions.generated.ts';

/** Envelope around every answer. `code` 200 is success; the HTTP status agrees with it unless a device refused (502). */
export interface Envelope<T> {
  code: number;
  message: string;
  data: T;
}

/** One invalid field. `path` is dotted; `rule` is the id of the broken rule; `message` is in the caller's language. */
export interface Issue {
  path: string;
  rule: string;
  message: string;
}

/** Why we refused, as a stable English id that clients may rely on, and with which status. Texts live in `phrases`. */
const refusals = {
  malformed: 400,
  invalid: 422,
  tooLarge: 413,
  /** More files than may come at once. */
  tooManyFiles: 422,
  tooDeep: 400,
  unsupportedMediaType: 415,
  methodNotAllowed: 405,
  notSignedIn: 401,
  tooManyRequests: 429,
  mustChangePassword: 403,
  notAllowed: 403,
  notFound: 404,
  conflict: 409,
  nameTaken: 409,
  inUse: 409,
  restoreTooLate: 409,
  departmentGone: 409,
  brokerDown: 503,
  databaseDown: 503,
  auditBlocked: 503,
  noRoom: 503,
  startingUp: 503,
  maintenance: 503,
  viewOnly: 403,
  mustSetUp: 403,
  fileFormat: 422,
  tableTooLong: 413,
  tableTemplate: 422,
  tableEmpty: 422,
  internal: 500,
  ...roomRefusals,
} as const;
export type RefusalReason = keyof typeof refusals;
export const refusalStatus: Readonly<Record<RefusalReason, number>> = refusals;
export const refusalReasons = Object.keys(refusals) as readonly RefusalReason[];
