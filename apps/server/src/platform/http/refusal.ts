import type { Issue, RefusalReason } from '@eyrie/domain';
import { refusalStatus } from '@eyrie/domain/rules';

export interface RefusalDetails {
  /** Arguments of the phrase `refusal.<reason>`. */
  values?: Record<string, string | number>;
  /** Travels in `data` beside `reason`. */
  data?: Record<string, unknown>;
  issues?: Issue[];
  /** `code` of the envelope when it is not the HTTP status: a device's own code. */
  code?: number;
  /** Replaces the phrase: a device's own message. */
  message?: string;
  retryAfterSeconds?: number;
}

/** Thrown by a room to refuse a call. The HTTP layer turns it into the envelope in the caller's language. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(reason: RefusalReason, details: RefusalDetails = {}) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
    this.status = refusalStatus[reason];
    this.details = details;
  }
}

export const notFound = (): Refusal => new Refusal('notFound');

/** A field that breaks a rule which the shape alone cannot express. */
export const invalidField = (
  path: string,
  rule: string,
  values: Record<string, string | number> = {},
): Refusal => new Refusal('invalid', { issues: [{ path, rule, message: '' }], values });
